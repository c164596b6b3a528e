-- oldest: 1
-- The tables of SQLite's first migration, for many processes and many users. Every primary key begins with the user
-- (notes are about the whole store and have none); every table of users is split by a hash of the user into 16 parts,
-- so that a part can be moved, vacuumed or placed on another server by itself. Names compare byte for byte
-- (COLLATE "C"), which in UTF-8 is also code point order. Times are whole microseconds since 1970 in UTC.
-- A body is opaque. A long name is kept in `names`, and stands in the other tables as its beginning and a digest.

CREATE TABLE notes (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    value bytea NOT NULL
);

-- ready_at: when this user's next jobs can be claimed (NULL: none waits). It follows from the user's jobs and is
-- kept here so that a claim is one look into an index instead of a search through everybody's jobs.
CREATE TABLE users (
    "user" text COLLATE "C" NOT NULL PRIMARY KEY,
    generation bigint NOT NULL,
    version bigint NOT NULL,
    ready_at bigint
) PARTITION BY HASH ("user");

CREATE INDEX users_ready ON users (ready_at, "user") WHERE ready_at IS NOT NULL;

CREATE TABLE names (
    "user" text COLLATE "C" NOT NULL,
    short text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    PRIMARY KEY ("user", short)
) PARTITION BY HASH ("user");

CREATE TABLE sessions (
    "user" text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    last_seq bigint NOT NULL,
    revision bigint NOT NULL,
    started_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    ended_at bigint,
    PRIMARY KEY ("user", id)
) PARTITION BY HASH ("user");

CREATE TABLE session_bodies (
    "user" text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY ("user", id)
) PARTITION BY HASH ("user");

CREATE TABLE messages (
    "user" text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    key text COLLATE "C",
    body bytea NOT NULL,
    PRIMARY KEY ("user", session, seq)
) PARTITION BY HASH ("user");

CREATE UNIQUE INDEX messages_key ON messages ("user", session, key) WHERE key IS NOT NULL;

-- Memories and episodes: one table, so that an id is one thing and one statement finds it.
CREATE TABLE items (
    "user" text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    episode boolean NOT NULL,
    version bigint NOT NULL,
    embedder text NOT NULL,
    recall_count bigint NOT NULL,
    last_recalled_at bigint,
    body bytea NOT NULL,
    PRIMARY KEY ("user", id)
) PARTITION BY HASH ("user");

CREATE INDEX items_version ON items ("user", version);

-- Ids of items deleted for good, so that caches hear of it.
CREATE TABLE removals (
    "user" text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY ("user", id)
) PARTITION BY HASH ("user");

CREATE INDEX removals_version ON removals ("user", version);

CREATE TABLE changes (
    "user" text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    action text NOT NULL,
    ref text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY ("user", version)
) PARTITION BY HASH ("user");

CREATE INDEX changes_ref ON changes ("user", ref, version);

CREATE TABLE jobs (
    "user" text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    session text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    due_at bigint,
    leased_by text,
    leased_until bigint,
    error text,
    created_at bigint NOT NULL,
    PRIMARY KEY ("user", number)
) PARTITION BY HASH ("user");

-- A worker ends its jobs by id: they are among the user's few leased ones.
CREATE INDEX jobs_leased ON jobs ("user", id) WHERE state = 'leased';

-- The parts, and the second lock on isolation: a transaction sees and writes rows of the user that it named
-- (jiyi.user), or of all when it said so (jiyi.all, for claiming, listing and counting). Parts by themselves are shut.
-- Rows of a few kilobytes stay in their page (toast_tuple_target); rows that are often updated find room beside them.
DO $$
DECLARE
    whole text;
    part text;
BEGIN
    FOREACH whole IN ARRAY ARRAY[
        'users', 'names', 'sessions', 'session_bodies', 'messages', 'items', 'removals', 'changes', 'jobs'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', whole);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', whole);
        EXECUTE format('CREATE POLICY own ON %I USING ("user" = current_setting(''jiyi.user'', true))', whole);
        EXECUTE format('CREATE POLICY everyone ON %I USING (current_setting(''jiyi.all'', true) = ''on'')', whole);
        FOR n IN 0..15 LOOP
            part := whole || '_' || n;
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, whole, n);
            EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
            EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', part);
            EXECUTE format('ALTER TABLE %I SET (fillfactor = %s)', part,
                CASE WHEN whole IN ('users', 'sessions', 'jobs') THEN 70 ELSE 90 END);
            IF whole IN ('messages', 'items') THEN
                EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', part);
            END IF;
        END LOOP;
    END LOOP;
END
$$;
