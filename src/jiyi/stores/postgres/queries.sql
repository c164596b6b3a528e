-- Named statements, with the names of SQLite's. Each names its user, except those marked "all users"; a test reads
-- this file and checks. Where SQLite runs a statement row by row, one here takes arrays.

-- name: read_note (all users)
SELECT value FROM notes WHERE name = %(name)s;

-- name: write_note (all users)
INSERT INTO notes (name, value) VALUES (%(name)s, %(value)s)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: add_note (all users)
INSERT INTO notes (name, value) VALUES (%(name)s, %(value)s) ON CONFLICT (name) DO NOTHING;

-- name: change_note (all users)
UPDATE notes SET value = %(value)s WHERE name = %(name)s AND value = %(old)s;

-- name: remove_note (all users)
DELETE FROM notes WHERE name = %(name)s AND value = %(old)s;

-- name: sweep_notes (all users)
DELETE FROM notes WHERE starts_with(name, %(prefix)s) AND value < %(below)s;

-- name: notes (all users)
SELECT name, value FROM notes ORDER BY name;

-- ---------------------------------------------------------------------------------------------------- users

-- name: head
SELECT generation, version FROM users WHERE "user" = %(user)s;

-- name: add_user
INSERT INTO users ("user", generation, version, ready_at) VALUES (%(user)s, %(generation)s, 0, NULL)
ON CONFLICT DO NOTHING;

-- name: ready_at
SELECT generation, version, ready_at FROM users WHERE "user" = %(user)s FOR UPDATE;

-- name: first_ready
UPDATE users SET ready_at = %(due_at)s WHERE "user" = %(user)s;

-- name: advance
UPDATE users SET version = version + %(changes)s WHERE "user" = %(user)s;

-- name: users (all users)
SELECT "user" FROM users WHERE "user" > %(after)s ORDER BY "user" LIMIT %(limit)s;

-- ------------------------------------------------------------------------------------- sessions and messages

-- name: start_session
INSERT INTO sessions ("user", id, last_seq, revision, started_at, updated_at, ended_at)
VALUES (%(user)s, %(session)s, %(last_seq)s, %(revision)s, %(at)s, %(at)s, %(ended_at)s);

-- name: place_session
INSERT INTO sessions ("user", id, last_seq, revision, started_at, updated_at, ended_at)
VALUES (%(user)s, %(id)s, %(last_seq)s, %(revision)s, %(started_at)s, %(updated_at)s, %(ended_at)s);

-- Messages and their jobs, once the user's row is locked; nothing at all when there is none. Numbers go on from the last
-- ones; a key that was used before keeps its message. Answers for each message its place in the call and its seq.
-- name: append
WITH owner AS (
    SELECT ready_at FROM users WHERE "user" = %(user)s
), given AS (
    SELECT its.place, its.key, its.body
    FROM owner, unnest(%(keys)s::text[], %(bodies)s::bytea[]) WITH ORDINALITY AS its (key, body, place)
), known AS (
    SELECT key, seq FROM messages WHERE "user" = %(user)s AND session = %(session)s AND key = ANY (%(keys)s::text[])
), fresh AS (
    SELECT place, key, body, row_number() OVER (ORDER BY place)
        + coalesce((SELECT last_seq FROM sessions WHERE "user" = %(user)s AND id = %(session)s), 0) AS seq
    FROM given WHERE key IS NULL OR key NOT IN (SELECT key FROM known)
), counted AS (
    UPDATE sessions SET last_seq = (SELECT max(seq) FROM fresh), updated_at = %(at)s
    WHERE "user" = %(user)s AND id = %(session)s AND EXISTS (SELECT FROM fresh) RETURNING id
), started AS (
    INSERT INTO sessions ("user", id, last_seq, revision, started_at, updated_at, ended_at)
    SELECT %(user)s, %(session)s, max(seq), 0, %(at)s, %(at)s, NULL FROM fresh
    HAVING count(*) > 0 AND NOT EXISTS (SELECT FROM counted)
), added AS (
    INSERT INTO messages ("user", session, seq, key, body)
    SELECT %(user)s, %(session)s, seq, key, body FROM fresh
), queued AS (
    INSERT INTO jobs ("user", number, id, kind, session, seq, state, attempts, due_at, created_at)
    SELECT %(user)s, row_number() OVER (ORDER BY its.number)
        + coalesce((SELECT max(number) FROM jobs WHERE "user" = %(user)s), 0),
        its.id, its.kind, %(session)s, fresh.seq, 'due', 0, %(at)s, %(at)s
    FROM fresh, unnest(%(ids)s::text[], %(kinds)s::text[], %(places)s::bigint[])
        WITH ORDINALITY AS its (id, kind, place, number) WHERE its.place = fresh.place
    RETURNING number
), roused AS (
    UPDATE users SET ready_at = %(at)s WHERE "user" = %(user)s AND ready_at IS NULL AND EXISTS (SELECT FROM queued)
)
SELECT place, seq, false FROM fresh
UNION ALL SELECT given.place, known.seq, true FROM given, known WHERE given.key = known.key;

-- name: messages
SELECT seq, body, key FROM messages
WHERE "user" = %(user)s AND session = %(session)s AND seq > %(after)s ORDER BY seq LIMIT %(limit)s::bigint;

-- name: newest_messages
SELECT seq, body, key FROM messages
WHERE "user" = %(user)s AND session = %(session)s AND seq > %(after)s ORDER BY seq DESC LIMIT %(limit)s::bigint;

-- name: all_messages
SELECT session, seq, body, key FROM messages WHERE "user" = %(user)s ORDER BY session, seq;

-- name: place_message
INSERT INTO messages ("user", session, seq, key, body)
SELECT %(user)s, its.session, its.seq, its.key, its.body
FROM unnest(%(sessions)s::text[], %(seqs)s::bigint[], %(keys)s::text[], %(bodies)s::bytea[])
    AS its (session, seq, key, body);

-- name: rewrite_message
UPDATE messages SET body = its.body
FROM unnest(%(sessions)s::text[], %(seqs)s::bigint[], %(bodies)s::bytea[]) AS its (session, seq, body)
WHERE "user" = %(user)s AND messages.session = its.session AND messages.seq = its.seq;

-- name: delete_message
DELETE FROM messages USING unnest(%(sessions)s::text[], %(seqs)s::bigint[]) AS its (session, seq)
WHERE "user" = %(user)s AND messages.session = its.session AND messages.seq = its.seq;

-- name: session
SELECT id, last_seq, revision, started_at, updated_at, ended_at,
    (SELECT body FROM session_bodies WHERE "user" = %(user)s AND id = %(session)s)
FROM sessions WHERE "user" = %(user)s AND id = %(session)s;

-- name: stand
SELECT id, last_seq, revision, started_at, updated_at, ended_at, stamp, generation, version
FROM users LEFT JOIN sessions ON id = %(session)s AND sessions."user" = %(user)s
WHERE users."user" = %(user)s;

-- name: restamp
UPDATE sessions SET stamp = 1 + (random() * 4503599627370496)::bigint
WHERE "user" = %(user)s AND id = ANY (%(sessions)s::text[]);

-- name: sessions
SELECT id, last_seq, revision, started_at, updated_at, ended_at,
    (SELECT body FROM session_bodies AS its WHERE its."user" = %(user)s AND its.id = sessions.id)
FROM sessions WHERE "user" = %(user)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: revision
SELECT id, revision FROM sessions WHERE "user" = %(user)s AND id = ANY (%(sessions)s::text[]);

-- name: save_session
UPDATE sessions SET revision = %(revision)s, updated_at = %(at)s, ended_at = coalesce(%(ended_at)s, ended_at)
WHERE "user" = %(user)s AND id = %(session)s;

-- name: save_session_body
WITH there AS (
    UPDATE session_bodies SET body = %(body)s WHERE "user" = %(user)s AND id = %(session)s RETURNING id
)
INSERT INTO session_bodies ("user", id, body)
SELECT %(user)s, %(session)s, %(body)s WHERE NOT EXISTS (SELECT FROM there);

-- name: delete_session
DELETE FROM sessions WHERE "user" = %(user)s AND id = %(session)s;

-- name: delete_session_body
DELETE FROM session_bodies WHERE "user" = %(user)s AND id = %(session)s;

-- name: delete_session_messages
DELETE FROM messages WHERE "user" = %(user)s AND session = %(session)s;

-- name: delete_session_jobs
DELETE FROM jobs WHERE "user" = %(user)s AND session = %(session)s;

-- --------------------------------------------------------------------------------------- memories and episodes

-- name: all_items
SELECT id, body, embedder, version, last_recalled_at, recall_count, episode FROM items
WHERE "user" = %(user)s ORDER BY id;

-- Plans are made without the values, so the order says which index is right: by id it could be everything of the user.
-- name: newer_items
SELECT id, body, embedder, version, last_recalled_at, recall_count, episode FROM items
WHERE "user" = %(user)s AND version > %(since)s ORDER BY version;

-- name: removals
SELECT id FROM removals WHERE "user" = %(user)s AND version > %(since)s ORDER BY version;

-- name: all_removals
SELECT id, version FROM removals WHERE "user" = %(user)s ORDER BY id;

-- name: place_item
INSERT INTO items ("user", id, episode, version, embedder, recall_count, last_recalled_at, body)
SELECT %(user)s, its.id, %(episode)s, its.version, its.embedder, its.recall_count, its.last_recalled_at, its.body
FROM unnest(%(ids)s::text[], %(versions)s::bigint[], %(embedders)s::text[], %(counts)s::bigint[], %(times)s::bigint[],
    %(bodies)s::bytea[]) AS its (id, version, embedder, recall_count, last_recalled_at, body);

-- name: place_removal
INSERT INTO removals ("user", id, version)
SELECT %(user)s, its.id, its.version FROM unnest(%(ids)s::text[], %(versions)s::bigint[]) AS its (id, version);

-- name: item
SELECT id, body, embedder, version, last_recalled_at, recall_count, episode FROM items
WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]);

-- The user's row is locked, so nobody puts the same item meanwhile. ON CONFLICT would ask for an index over all parts,
-- which there is not when some of them are on other servers; so below.
-- name: put_item
WITH its AS (
    SELECT id, embedder, recall_count, last_recalled_at, body
    FROM unnest(%(ids)s::text[], %(embedders)s::text[], %(counts)s::bigint[], %(times)s::bigint[], %(bodies)s::bytea[])
        AS given (id, embedder, recall_count, last_recalled_at, body)
), there AS (
    UPDATE items SET episode = %(episode)s, version = %(version)s, embedder = its.embedder, body = its.body,
        recall_count = greatest(items.recall_count, its.recall_count),
        last_recalled_at = greatest(items.last_recalled_at, its.last_recalled_at)
    FROM its WHERE "user" = %(user)s AND items.id = its.id RETURNING items.id
)
INSERT INTO items ("user", id, episode, version, embedder, recall_count, last_recalled_at, body)
SELECT %(user)s, its.id, %(episode)s, %(version)s, its.embedder, its.recall_count, its.last_recalled_at, its.body
FROM its WHERE its.id NOT IN (SELECT id FROM there);

-- name: delete_item
DELETE FROM items WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]);

-- name: add_removal
WITH gone AS (
    SELECT id FROM items WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[])
), there AS (
    UPDATE removals SET version = %(version)s FROM gone WHERE "user" = %(user)s AND removals.id = gone.id
    RETURNING removals.id
)
INSERT INTO removals ("user", id, version)
SELECT %(user)s, gone.id, %(version)s FROM gone WHERE gone.id NOT IN (SELECT id FROM there);

-- name: drop_removal
DELETE FROM removals WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]);

-- name: touch
UPDATE items SET recall_count = recall_count + its.count, last_recalled_at = greatest(last_recalled_at, its.at)
FROM unnest(%(ids)s::text[], %(counts)s::bigint[], %(times)s::bigint[]) AS its (id, count, at)
WHERE "user" = %(user)s AND items.id = its.id;

-- name: add_change
INSERT INTO changes ("user", version, action, ref, at, body)
SELECT %(user)s, %(version)s + its.number, its.action, its.ref, its.at, its.body
FROM unnest(%(actions)s::text[], %(refs)s::text[], %(times)s::bigint[], %(bodies)s::bytea[])
    WITH ORDINALITY AS its (action, ref, at, body, number);

-- name: changes
SELECT version, action, ref, at, body FROM changes
WHERE "user" = %(user)s AND version > %(since)s ORDER BY version LIMIT %(limit)s;

-- name: changes_of
SELECT version, action, ref, at, body FROM changes
WHERE "user" = %(user)s AND ref = %(ref)s AND version > %(since)s ORDER BY version LIMIT %(limit)s;

-- name: scrub
UPDATE changes SET body = '' WHERE "user" = %(user)s AND ref = ANY (%(refs)s::text[]) AND length(body) > 0;

-- ------------------------------------------------------------------------------------------------------ jobs

-- name: add_job
INSERT INTO jobs ("user", number, id, kind, session, seq, state, attempts, due_at, created_at)
SELECT %(user)s, %(last)s + its.number, its.id, its.kind, its.session, its.seq, 'due', 0, its.due_at, its.due_at
FROM unnest(%(ids)s::text[], %(kinds)s::text[], %(sessions)s::text[], %(seqs)s::bigint[], %(times)s::bigint[])
    WITH ORDINALITY AS its (id, kind, session, seq, due_at, number);

-- name: place_job
INSERT INTO jobs
    ("user", number, id, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at)
VALUES (%(user)s, %(number)s, %(id)s, %(kind)s, %(session)s, %(seq)s, %(state)s, %(attempts)s, %(due_at)s,
    %(leased_by)s, %(leased_until)s, %(error)s, %(created_at)s);

-- name: last_number
SELECT max(number) FROM jobs WHERE "user" = %(user)s;

-- name: finish_job
DELETE FROM jobs
WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]) AND state = 'leased' AND leased_by = %(worker)s RETURNING id;

-- name: next_due (all users)
SELECT min(ready_at) FROM users WHERE ready_at IS NOT NULL;

-- Whoever waits longest first, behind (`at`, `after`). Nobody is locked: a lock names its user.
-- name: claimable_users (all users)
SELECT "user", ready_at FROM users WHERE ready_at <= %(now)s AND (ready_at, "user") > (%(at)s, %(after)s)
ORDER BY ready_at, "user" LIMIT %(limit)s;

-- name: lock_ready
SELECT "user" FROM users WHERE "user" = %(user)s AND ready_at <= %(now)s FOR UPDATE SKIP LOCKED;

-- name: waiting_jobs
SELECT id, "user", number, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at
FROM jobs WHERE "user" = %(user)s AND state <> 'dead' ORDER BY number LIMIT %(limit)s;

-- name: lease
UPDATE jobs SET state = 'leased', attempts = attempts + 1, leased_by = %(worker)s, leased_until = %(until)s
WHERE "user" = %(user)s AND number = ANY (%(numbers)s::bigint[]);

-- name: own_leases
SELECT count(*) FROM jobs
WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]) AND state = 'leased' AND leased_by = %(worker)s;

-- name: extend
UPDATE jobs SET leased_until = %(until)s
WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]) AND state = 'leased' AND leased_by = %(worker)s;

-- name: postpone
UPDATE jobs SET state = %(state)s, due_at = %(due_at)s, leased_by = NULL, leased_until = NULL,
    error = coalesce(%(error)s, error), attempts = attempts - %(uncounted)s
WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]) AND state = 'leased' AND leased_by = %(worker)s;

-- name: retry
UPDATE jobs SET state = 'due', due_at = %(now)s, attempts = 0, error = NULL
WHERE "user" = %(user)s AND id = ANY (%(ids)s::text[]) AND state = 'dead';

-- name: settle
UPDATE users SET ready_at = (
    SELECT greatest(first.at, (SELECT max(leased_until) FROM jobs WHERE "user" = %(user)s AND state = 'leased'))
    FROM (SELECT coalesce(leased_until, due_at) AS at FROM jobs
          WHERE "user" = %(user)s AND state <> 'dead' ORDER BY number LIMIT 1) AS first
) WHERE "user" = %(user)s;

-- name: jobs_of
SELECT id, "user", number, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at
FROM jobs WHERE "user" = %(user)s AND (%(state)s::text IS NULL OR state = %(state)s) ORDER BY number LIMIT %(limit)s;

-- name: count_jobs_of
SELECT count(*) FROM jobs WHERE "user" = %(user)s AND (%(state)s::text IS NULL OR state = %(state)s);

-- name: jobs (all users)
SELECT id, "user", number, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at
FROM jobs WHERE (%(state)s::text IS NULL OR state = %(state)s) ORDER BY created_at, "user", number LIMIT %(limit)s;

-- name: count_jobs (all users)
SELECT count(*) FROM jobs WHERE (%(state)s::text IS NULL OR state = %(state)s);

-- --------------------------------------------------------------------------------------------------- erasing

-- name: count_memories_of
SELECT count(*) FROM items WHERE "user" = %(user)s AND NOT episode;

-- name: erase_items
DELETE FROM items WHERE "user" = %(user)s;

-- name: erase_messages
DELETE FROM messages WHERE "user" = %(user)s;

-- name: erase_sessions
DELETE FROM sessions WHERE "user" = %(user)s;

-- name: erase_session_bodies
DELETE FROM session_bodies WHERE "user" = %(user)s;

-- name: erase_changes
DELETE FROM changes WHERE "user" = %(user)s;

-- name: erase_removals
DELETE FROM removals WHERE "user" = %(user)s;

-- name: erase_jobs
DELETE FROM jobs WHERE "user" = %(user)s;

-- name: erase_users
DELETE FROM users WHERE "user" = %(user)s;

-- --------------------------------------------------------------------------------------------------- counting

-- name: largest (all users)
SELECT big."user", big.version,
    (SELECT count(*) FROM items WHERE items."user" = big."user"),
    (SELECT count(*) FROM messages WHERE messages."user" = big."user")
FROM (SELECT "user", version FROM users ORDER BY version DESC, "user" LIMIT %(limit)s) AS big
ORDER BY big.version DESC, big."user";

-- name: count_users (all users)
SELECT count(*) FROM users;

-- name: count_sessions (all users)
SELECT count(*) FROM sessions;

-- name: count_messages (all users)
SELECT count(*) FROM messages;

-- name: count_items (all users)
SELECT episode, count(*) FROM items GROUP BY episode;

-- name: count_changes (all users)
SELECT count(*) FROM changes;

-- name: count_job_states (all users)
SELECT state, count(*) FROM jobs GROUP BY state;
