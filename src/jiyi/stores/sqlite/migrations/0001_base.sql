-- Every primary key begins with the user (notes are about the whole store and have none), so that a request
-- touches one stretch of each tree, and a distributed engine can place rows by that column. WITHOUT ROWID keeps
-- one user's rows side by side: a cold user is read in order, not page by page from all over the file.
-- Names compare byte for byte (BINARY), which in UTF-8 is also code point order.
-- All times are whole microseconds since 1970 in UTC. A body is opaque.

CREATE TABLE notes (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- ready_at: when this user's next jobs can be claimed (NULL: none waits). It follows from the user's jobs and is
-- kept here so that a claim is one look into an index instead of a search through everybody's jobs.
CREATE TABLE users (
    user TEXT NOT NULL PRIMARY KEY,
    generation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    ready_at INTEGER
) WITHOUT ROWID;

CREATE INDEX users_ready ON users (ready_at) WHERE ready_at IS NOT NULL;

-- Counters and times of a session; what it has come to is beside it, since each message would copy that too.
CREATE TABLE sessions (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;

CREATE TABLE session_bodies (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;

CREATE TABLE messages (
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    key TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (user, session, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX messages_key ON messages (user, session, key) WHERE key IS NOT NULL;

-- Memories and episodes: one table, so that an id is one thing and one statement finds it.
CREATE TABLE items (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    episode INTEGER NOT NULL,
    version INTEGER NOT NULL,
    embedder TEXT NOT NULL,
    recall_count INTEGER NOT NULL,
    last_recalled_at INTEGER,
    body BLOB NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;

CREATE INDEX items_version ON items (user, version);

-- Ids of items deleted for good, so that caches hear of it.
CREATE TABLE removals (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;

CREATE INDEX removals_version ON removals (user, version);

CREATE TABLE changes (
    user TEXT NOT NULL,
    version INTEGER NOT NULL,
    action TEXT NOT NULL,
    ref TEXT NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user, version)
) WITHOUT ROWID;

CREATE INDEX changes_ref ON changes (user, ref);

CREATE TABLE jobs (
    user TEXT NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER,
    leased_by TEXT,
    leased_until INTEGER,
    error TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user, number)
) WITHOUT ROWID;

-- A worker ends its jobs by id: they are among the user's few leased ones.
CREATE INDEX jobs_leased ON jobs (user, id) WHERE state = 'leased';
