-- Seals: the heads of the streams that changed since the seal before, signed. The chain of a stream shows any
-- edit inside it; a seal shows that an end of a stream, or all of it, is gone.

create table countersign.seals (
  number integer primary key check (number > 0),
  -- Events after the previous seal's cursor, up to this one's, are what this seal is about.
  transaction_id xid8 not null,
  position bigint not null,
  -- One line a stream: tenant, stream, version and hash of its head, sorted.
  heads text not null,
  previous_digest bytea not null check (octet_length(previous_digest) = 32),
  digest bytea not null check (octet_length(digest) = 32),
  signature bytea not null,
  key_id text not null,
  sealed_at timestamptz not null default countersign.now()
);

create trigger append_only before update or delete or truncate on countersign.seals
  for each statement execute function countersign.refuse_change();

grant select on countersign.seals to countersign_services;
grant insert on countersign.seals to countersign_auditor;
