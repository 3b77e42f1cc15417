-- Topics of the embedded default: what would be Kafka topics at the edge (requests and decisions in, replies
-- out, dead letters) are rows here, read in the same safe order as events.

create table countersign.messages (
  position bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_catalog.pg_current_xact_id(),
  topic text collate "C" not null check (topic ~ '^[a-z][a-z0-9._-]*$' and length(topic) <= 200),
  tenant text collate "C" not null check (tenant ~ '^[a-z0-9][a-z0-9_-]*$' and length(tenant) <= 63),
  -- Publishing an id again publishes it once.
  id text collate "C" not null check (id ~ '^[!-~]+$' and length(id) <= 200),
  key text not null check (octet_length(key) <= 1000),
  headers text not null check (octet_length(headers) <= 65536 and json_typeof(headers::json) = 'object'),
  value bytea not null check (octet_length(value) <= 2097152),
  recorded_at timestamptz not null,
  published_by text collate "C" not null,
  unique (tenant, topic, id)
);

create index messages_in_order on countersign.messages (transaction_id, position);

create trigger append_only before update or delete or truncate on countersign.messages
  for each statement execute function countersign.refuse_change();

-- `message` is {topic, tenant, id, key, headers}; answers whether it is new. Only roles with a row in
-- topic_authority may publish to a topic.
create function countersign.publish(message jsonb, value bytea) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
    begin
      if not exists (
        select from countersign.topic_authority where role = session_user and topic = message ->> 'topic'
      ) then
        raise exception '% may not publish to %', session_user, message ->> 'topic'
          using errcode = 'insufficient_privilege';
      end if;
      insert into countersign.messages (topic, tenant, id, key, headers, value, recorded_at, published_by)
      values (message ->> 'topic', message ->> 'tenant', message ->> 'id', message ->> 'key',
        message ->> 'headers', publish.value, countersign.now(), session_user)
      on conflict (tenant, topic, id) do nothing;
      if found then
        perform pg_notify('countersign_messages', '');
      end if;
      return found;
    end
  $$;

revoke execute on all functions in schema countersign from public;
grant select on countersign.messages to countersign_services;
grant execute on function countersign.publish(jsonb, bytea) to countersign_services;
