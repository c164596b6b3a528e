-- Named statements. Each names its user, except those marked "all users"; a test reads this file and checks.

-- name: read_note (all users)
SELECT value FROM notes WHERE name = :name;

-- name: write_note (all users)
INSERT INTO notes (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: add_note (all users)
INSERT INTO notes (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING;

-- name: change_note (all users)
UPDATE notes SET value = :value WHERE name = :name AND value = :old;

-- name: remove_note (all users)
DELETE FROM notes WHERE name = :name AND value = :old;

-- name: sweep_notes (all users)
DELETE FROM notes WHERE substr(name, 1, length(:prefix)) = :prefix AND value < :below;

-- name: notes (all users)
SELECT name, value FROM notes ORDER BY name;

-- name: drop_note (all users)
DELETE FROM notes WHERE name = :name;

-- ---------------------------------------------------------------------------------------------------- users

-- name: head
SELECT generation, version FROM users WHERE user = :user;

-- name: add_user
INSERT INTO users (user, generation, version, ready_at) VALUES (:user, :generation, 0, NULL);

-- name: ready_at
SELECT ready_at FROM users WHERE user = :user;

-- name: first_ready
UPDATE users SET ready_at = :due_at WHERE user = :user;

-- name: advance
UPDATE users SET version = version + :changes WHERE user = :user;

-- name: users (all users)
SELECT user FROM users WHERE user > :after ORDER BY user LIMIT :limit;

-- ------------------------------------------------------------------------------------- sessions and messages

-- name: standing
SELECT ready_at, (SELECT max(number) FROM jobs WHERE user = :user),
    (SELECT last_seq FROM sessions WHERE user = :user AND id = :session)
FROM users WHERE user = :user;

-- name: start_session
INSERT INTO sessions (user, id, last_seq, revision, started_at, updated_at, ended_at, stamp)
VALUES (:user, :session, :last_seq, :revision, :at, :at, :ended_at, random());

-- name: place_session
INSERT INTO sessions (user, id, last_seq, revision, started_at, updated_at, ended_at, stamp)
VALUES (:user, :id, :last_seq, :revision, :started_at, :updated_at, :ended_at, random());

-- name: count_up_messages
UPDATE sessions SET last_seq = :last_seq, updated_at = :at WHERE user = :user AND id = :session;

-- name: seq_of_key
SELECT seq FROM messages WHERE user = :user AND session = :session AND key = :key;

-- name: add_message
INSERT INTO messages (user, session, seq, key, body) VALUES (:user, :session, :seq, :key, :body);

-- name: messages
SELECT seq, body, key FROM messages
WHERE user = :user AND session = :session AND seq > :after ORDER BY seq LIMIT :limit;

-- name: newest_messages
SELECT seq, body, key FROM messages
WHERE user = :user AND session = :session AND seq > :after ORDER BY seq DESC LIMIT :limit;

-- name: all_messages
SELECT session, seq, body, key FROM messages WHERE user = :user ORDER BY session, seq;

-- name: rewrite_message
UPDATE messages SET body = :body WHERE user = :user AND session = :session AND seq = :seq;

-- name: delete_message
DELETE FROM messages WHERE user = :user AND session = :session AND seq = :seq;

-- name: session
SELECT id, last_seq, revision, started_at, updated_at, ended_at,
    (SELECT body FROM session_bodies WHERE user = :user AND id = :session)
FROM sessions WHERE user = :user AND id = :session;

-- name: stand
SELECT id, last_seq, revision, started_at, updated_at, ended_at, stamp, generation, version
FROM users LEFT JOIN sessions ON id = :session AND sessions.user = :user
WHERE users.user = :user;

-- name: restamp
UPDATE sessions SET stamp = random() WHERE user = :user AND id = :session;

-- name: sessions
SELECT id, last_seq, revision, started_at, updated_at, ended_at,
    (SELECT body FROM session_bodies AS its WHERE its.user = :user AND its.id = sessions.id)
FROM sessions WHERE user = :user AND id > :after ORDER BY id LIMIT :limit;

-- name: revision
SELECT revision FROM sessions WHERE user = :user AND id = :session;

-- name: save_session
UPDATE sessions SET revision = :revision, updated_at = :at, ended_at = coalesce(:ended_at, ended_at)
WHERE user = :user AND id = :session;

-- name: save_session_body
INSERT INTO session_bodies (user, id, body) VALUES (:user, :session, :body)
ON CONFLICT (user, id) DO UPDATE SET body = excluded.body;

-- name: delete_session
DELETE FROM sessions WHERE user = :user AND id = :session;

-- name: delete_session_body
DELETE FROM session_bodies WHERE user = :user AND id = :session;

-- name: delete_session_messages
DELETE FROM messages WHERE user = :user AND session = :session;

-- name: delete_session_jobs
DELETE FROM jobs WHERE user = :user AND session = :session;

-- --------------------------------------------------------------------------------------- memories and episodes

-- name: all_items
SELECT id, body, embedder, version, last_recalled_at, recall_count, episode FROM items
WHERE user = :user ORDER BY id;

-- name: newer_items
SELECT id, body, embedder, version, last_recalled_at, recall_count, episode FROM items INDEXED BY items_version
WHERE user = :user AND version > :since ORDER BY id;

-- name: removals
SELECT id FROM removals INDEXED BY removals_version WHERE user = :user AND version > :since ORDER BY id;

-- name: all_removals
SELECT id, version FROM removals WHERE user = :user ORDER BY id;

-- name: item
SELECT id, body, embedder, version, last_recalled_at, recall_count, episode FROM items
WHERE user = :user AND id = :id;

-- name: put_item
INSERT INTO items (user, id, episode, version, embedder, recall_count, last_recalled_at, body)
VALUES (:user, :id, :episode, :version, :embedder, :recall_count, :last_recalled_at, :body)
ON CONFLICT (user, id) DO UPDATE SET episode = excluded.episode, version = excluded.version,
    embedder = excluded.embedder, body = excluded.body,
    recall_count = max(recall_count, excluded.recall_count),
    last_recalled_at = nullif(max(coalesce(last_recalled_at, -9223372036854775808),
        coalesce(excluded.last_recalled_at, -9223372036854775808)), -9223372036854775808);

-- name: delete_item
DELETE FROM items WHERE user = :user AND id = :id;

-- name: add_removal
INSERT INTO removals (user, id, version) VALUES (:user, :id, :version)
ON CONFLICT (user, id) DO UPDATE SET version = excluded.version;

-- name: drop_removal
DELETE FROM removals WHERE user = :user AND id = :id;

-- name: touch
UPDATE items SET recall_count = recall_count + :count, last_recalled_at = max(coalesce(last_recalled_at, :at), :at)
WHERE user = :user AND id = :id;

-- name: add_change
INSERT INTO changes (user, version, action, ref, at, body) VALUES (:user, :version, :action, :ref, :at, :body);

-- name: changes
SELECT version, action, ref, at, body FROM changes
WHERE user = :user AND version > :since ORDER BY version LIMIT :limit;

-- name: changes_of
SELECT version, action, ref, at, body FROM changes INDEXED BY changes_ref
WHERE user = :user AND ref = :ref AND version > :since ORDER BY version LIMIT :limit;

-- name: scrub
UPDATE changes INDEXED BY changes_ref SET body = x'' WHERE user = :user AND ref = :ref AND length(body) > 0;

-- ------------------------------------------------------------------------------------------------------ jobs

-- name: add_job
INSERT INTO jobs (user, number, id, kind, session, seq, state, attempts, due_at, created_at)
VALUES (:user, :number, :id, :kind, :session, :seq, 'due', 0, :due_at, :created_at);

-- name: place_job
INSERT INTO jobs (user, number, id, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at)
VALUES (:user, :number, :id, :kind, :session, :seq, :state, :attempts, :due_at, :leased_by, :leased_until, :error,
    :created_at);

-- name: last_number
SELECT max(number) FROM jobs WHERE user = :user;

-- name: finish_job
DELETE FROM jobs INDEXED BY jobs_leased
WHERE user = :user AND id = :id AND state = 'leased' AND leased_by = :worker;

-- name: next_due (all users)
SELECT min(ready_at) FROM users WHERE ready_at IS NOT NULL;

-- name: claimable_user (all users)
SELECT user FROM users WHERE ready_at <= :now ORDER BY ready_at, user LIMIT 1;

-- name: waiting_jobs
SELECT id, user, number, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at
FROM jobs WHERE user = :user AND state <> 'dead' ORDER BY number LIMIT :limit;

-- name: lease
UPDATE jobs SET state = 'leased', attempts = attempts + 1, leased_by = :worker, leased_until = :until
WHERE user = :user AND number = :number;

-- name: own_leases
SELECT count(*) FROM jobs INDEXED BY jobs_leased
WHERE user = :user AND id = :id AND state = 'leased' AND leased_by = :worker;

-- name: extend
UPDATE jobs INDEXED BY jobs_leased SET leased_until = :until
WHERE user = :user AND id = :id AND state = 'leased' AND leased_by = :worker;

-- name: postpone
UPDATE jobs INDEXED BY jobs_leased SET state = :state, due_at = :due_at, leased_by = NULL, leased_until = NULL,
    error = coalesce(:error, error), attempts = attempts - (:error IS NULL)
WHERE user = :user AND id = :id AND state = 'leased' AND leased_by = :worker;

-- name: retry
UPDATE jobs SET state = 'due', due_at = :now, attempts = 0, error = NULL
WHERE user = :user AND id = :id AND state = 'dead';

-- name: settle
UPDATE users SET ready_at = (
    SELECT max(first.at, coalesce((SELECT max(leased_until) FROM jobs WHERE user = :user AND state = 'leased'), first.at))
    FROM (SELECT coalesce(leased_until, due_at) AS at FROM jobs
          WHERE user = :user AND state <> 'dead' ORDER BY number LIMIT 1) AS first
) WHERE user = :user;

-- name: jobs_of
SELECT id, user, number, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at
FROM jobs WHERE user = :user AND (:state IS NULL OR state = :state) ORDER BY number LIMIT :limit;

-- name: count_jobs_of
SELECT count(*) FROM jobs WHERE user = :user AND (:state IS NULL OR state = :state);

-- name: jobs (all users)
SELECT id, user, number, kind, session, seq, state, attempts, due_at, leased_by, leased_until, error, created_at
FROM jobs WHERE (:state IS NULL OR state = :state) ORDER BY created_at, user, number LIMIT :limit;

-- name: count_jobs (all users)
SELECT count(*) FROM jobs WHERE (:state IS NULL OR state = :state);

-- --------------------------------------------------------------------------------------------------- erasing

-- name: bodies_of_user
SELECT body FROM messages WHERE user = :user
UNION ALL SELECT body FROM items WHERE user = :user
UNION ALL SELECT body FROM changes WHERE user = :user AND length(body) > 0
UNION ALL SELECT body FROM session_bodies WHERE user = :user;

-- name: session_names
SELECT id FROM sessions WHERE user = :user;

-- name: lives (all users)
SELECT EXISTS (SELECT 1 FROM items WHERE instr(body, :sample))
    OR EXISTS (SELECT 1 FROM messages WHERE instr(body, :sample))
    OR EXISTS (SELECT 1 FROM changes WHERE instr(body, :sample))
    OR EXISTS (SELECT 1 FROM session_bodies WHERE instr(body, :sample))
    OR EXISTS (SELECT 1 FROM users WHERE instr(CAST(user AS BLOB), :sample))
    OR EXISTS (SELECT 1 FROM sessions WHERE instr(CAST(id AS BLOB), :sample));

-- name: count_memories_of
SELECT count(*) FROM items WHERE user = :user AND episode = 0;

-- name: erase_items
DELETE FROM items WHERE user = :user;

-- name: erase_messages
DELETE FROM messages WHERE user = :user;

-- name: erase_sessions
DELETE FROM sessions WHERE user = :user;

-- name: erase_session_bodies
DELETE FROM session_bodies WHERE user = :user;

-- name: erase_changes
DELETE FROM changes WHERE user = :user;

-- name: erase_removals
DELETE FROM removals WHERE user = :user;

-- name: erase_jobs
DELETE FROM jobs WHERE user = :user;

-- name: erase_users
DELETE FROM users WHERE user = :user;

-- --------------------------------------------------------------------------------------------------- counting

-- name: largest (all users)
SELECT user, version,
    (SELECT count(*) FROM items WHERE items.user = big.user),
    (SELECT count(*) FROM messages WHERE messages.user = big.user)
FROM (SELECT user, version FROM users ORDER BY version DESC, user LIMIT :limit) AS big
ORDER BY version DESC, user;

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
