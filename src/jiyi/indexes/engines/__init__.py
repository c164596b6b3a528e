"""Engines that hold the vectors of very large users, each behind `ports.CandidateIndex`."""
