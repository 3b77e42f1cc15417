-- The events. Nothing here is ever changed: no role but the owner may write at all, and a trigger refuses
-- UPDATE, DELETE and TRUNCATE to everybody, the owner included.

-- The database's clock, in one place: deadlines are judged by it, and tests shift it by replacing it.
create function countersign.now() returns timestamptz
  language sql volatile parallel safe
  as $$ select pg_catalog.clock_timestamp() $$;

-- ISO 8601 in UTC with microseconds: the one spelling of an instant, also inside the hash.
create function countersign.instant(moment timestamptz) returns text
  language sql stable parallel safe
  as $$ select pg_catalog.to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- Lengths stand beside the patterns: a counted repetition in a pattern costs ten times as much, on every event.
create table countersign.events (
  position bigint generated always as identity,
  transaction_id xid8 not null default pg_catalog.pg_current_xact_id(),
  tenant text collate "C" not null check (tenant ~ '^[a-z0-9][a-z0-9_-]*$' and length(tenant) <= 63),
  stream text collate "C" not null check (stream ~ '^[!-~]+$' and length(stream) <= 200),
  version integer not null check (version > 0),
  id uuid not null,
  type text collate "C" not null check (type ~ '^[A-Za-z][A-Za-z0-9.]*$' and length(type) <= 100),
  schema_version integer not null check (schema_version > 0),
  -- Canonical JSON as text: jsonb would reorder keys and break every hash and signature over it.
  data text not null check (octet_length(data) <= 2097152 and json_typeof(data::json) = 'object'),
  metadata text not null check (octet_length(metadata) <= 65536 and json_typeof(metadata::json) = 'object'),
  recorded_at timestamptz not null,
  recorded_by text collate "C" not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (tenant, stream, version),
  -- Led by the stream: appends to one stream wait for each other, so this index can never surprise a batch.
  unique (tenant, stream, id)
);

-- The global order of readers: position alone is not safe, a later number can commit first.
create index events_in_order on countersign.events (transaction_id, position);

-- SHA-256 over the predecessor's hash and the newline-joined content. None of the parts can hold a newline
-- (names by their checks, JSON because canonical text escapes it), so two contents never join to one text.
create function countersign.event_hash(previous bytea, content countersign.events) returns bytea
  language sql stable parallel safe
  as $$
    select pg_catalog.sha256(previous || pg_catalog.convert_to(
      content.tenant || E'\n' || content.stream || E'\n' || content.version || E'\n' || content.id || E'\n'
        || content.type || E'\n' || content.schema_version || E'\n' || countersign.instant(content.recorded_at)
        || E'\n' || content.recorded_by || E'\n' || content.metadata || E'\n' || content.data, 'UTF8'))
  $$;

create function countersign.refuse_change() returns trigger
  language plpgsql
  as $$
    begin
      raise exception '% on %.% is refused: the record is append-only', tg_op, tg_table_schema, tg_table_name
        using errcode = 'insufficient_privilege';
    end
  $$;

create trigger append_only before update or delete or truncate on countersign.events
  for each statement execute function countersign.refuse_change();

grant usage on schema countersign to countersign_services;
grant select on countersign.events to countersign_services;
revoke execute on all functions in schema countersign from public;
grant execute on function countersign.now(), countersign.instant(timestamptz) to countersign_services;
