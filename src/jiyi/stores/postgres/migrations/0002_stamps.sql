-- oldest: 1
-- What a copy of a session's messages is known by: drawn anew when a session is made (also by an older program), and when
-- words of it are rewritten or deleted. 0: made before, so that nothing may be copied until then.
ALTER TABLE sessions ADD COLUMN stamp bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ALTER COLUMN stamp SET DEFAULT 1 + (random() * 4503599627370496)::bigint;
