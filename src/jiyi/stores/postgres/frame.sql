-- What only this engine needs: transactions, whose rows they see, long names, looking at the server.

-- name: begin (all users)
BEGIN;

-- name: begin_snapshot (all users)
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;

-- name: commit (all users)
COMMIT;

-- name: for_user
SELECT set_config('jiyi.user', %(user)s, true), set_config('jiyi.all', 'off', true);

-- name: for_all (all users)
SELECT set_config('jiyi.user', '', true), set_config('jiyi.all', 'on', true);

-- Where parts are on other servers: there a transaction sees the moment of its first statement, so it has to wait here.
-- name: hold (all users)
SELECT pg_advisory_xact_lock(hashtextextended('jiyi user ' || %(user)s, 0));

-- Ahead of what many users write in one transaction: whoever is locked must not keep the others waiting.
-- name: impatient (all users)
SELECT set_config('lock_timeout', '100ms', true);

-- name: no_time_limit (all users)
SET LOCAL statement_timeout = 0;

-- name: add_names
INSERT INTO names ("user", short, name)
SELECT %(user)s, its.short, its.name FROM unnest(%(shorts)s::text[], %(names)s::text[]) AS its (short, name)
ON CONFLICT DO NOTHING;

-- name: long_names
SELECT short, name FROM names WHERE "user" = %(user)s AND short = ANY (%(shorts)s::text[]);

-- name: all_long_names (all users)
SELECT short, name FROM names WHERE short = ANY (%(shorts)s::text[]);

-- name: drop_name
DELETE FROM names WHERE "user" = %(user)s AND short = %(short)s;

-- name: erase_names
DELETE FROM names WHERE "user" = %(user)s;

-- name: count_left
SELECT (SELECT count(*) FROM users WHERE "user" = %(user)s)
    + (SELECT count(*) FROM names WHERE "user" = %(user)s)
    + (SELECT count(*) FROM sessions WHERE "user" = %(user)s)
    + (SELECT count(*) FROM session_bodies WHERE "user" = %(user)s)
    + (SELECT count(*) FROM messages WHERE "user" = %(user)s)
    + (SELECT count(*) FROM items WHERE "user" = %(user)s)
    + (SELECT count(*) FROM removals WHERE "user" = %(user)s)
    + (SELECT count(*) FROM changes WHERE "user" = %(user)s)
    + (SELECT count(*) FROM jobs WHERE "user" = %(user)s);

-- name: count_bytes (all users)
SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r';

-- name: look (all users)
SELECT current_setting('synchronous_commit'), current_setting('server_encoding'),
    current_setting('server_version_num')::int,
    (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user), current_setting('autovacuum'),
    EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'f');

-- name: tell (all users)
SELECT pg_notify(%(channel)s, '');

-- name: schema_there (all users)
SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = %(schema)s),
    to_regclass(quote_ident(%(schema)s) || '.migrations') IS NOT NULL,
    (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(%(schema)s)) AND relkind IN ('r', 'p'));

-- name: lock_schema (all users)
SELECT pg_advisory_xact_lock(hashtextextended('jiyi schema ' || %(schema)s, 0));

-- name: schema_version (all users)
SELECT number, oldest FROM migrations ORDER BY number DESC LIMIT 1;

-- name: note_migration (all users)
INSERT INTO migrations (number, name, oldest) VALUES (%(number)s, %(name)s, %(oldest)s);

-- name: make_migrations (all users)
CREATE TABLE IF NOT EXISTS migrations (
    number bigint NOT NULL PRIMARY KEY,
    name text NOT NULL,
    oldest bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
