-- What a service could not handle, set aside with its bytes and the reason, so that nothing is lost, nothing
-- loops and nothing blocks for ever. Written by the reader of the process, under which all services hear.

create table countersign.parked (
  id bigint generated always as identity primary key,
  service text collate "C" not null check (service ~ '^[a-z][a-z_]{0,62}$'),
  source text not null check (source in ('event', 'message', 'timer')),
  pattern text collate "C" not null,
  tenant text collate "C" not null,
  order_key text collate "C" not null,
  -- The event's or timer's id, or the message's position.
  message_id text collate "C" not null,
  bytes bytea not null,
  envelope text not null check (jsonb_typeof(envelope::jsonb) = 'object'),
  -- halted: later messages of the order wait behind it. waiting: it is one of those.
  status text not null check (status in ('parked', 'halted', 'waiting', 'handled')),
  kind text not null check (kind in ('rejection', 'retryable', 'poison', 'outcome_unknown', 'bug', 'order')),
  code text not null,
  reason text not null,
  attempts integer not null check (attempts >= 0),
  parked_at timestamptz not null default countersign.now(),
  retry_requested_at timestamptz,
  handled_at timestamptz,
  check ((handled_at is not null) = (status = 'handled'))
);

-- Hearing again what is set aside already sets nothing aside twice.
create unique index parked_once on countersign.parked (service, source, tenant, message_id)
  where status <> 'handled';
create index parked_in_order on countersign.parked (service, order_key, id) where status in ('halted', 'waiting');
create index parked_to_retry on countersign.parked (service) where retry_requested_at is not null;

create trigger never_removed before delete or truncate on countersign.parked
  for each statement execute function countersign.refuse_change();

grant select on countersign.parked to countersign_services;
grant insert, update on countersign.parked to countersign_reader;
