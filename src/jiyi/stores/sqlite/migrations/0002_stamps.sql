-- What a copy of a session's messages is known by: drawn anew when a session is made, and when words of it are rewritten
-- or deleted. 0: made before, so that nothing may be copied until then.
ALTER TABLE sessions ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
