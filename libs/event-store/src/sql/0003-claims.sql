-- Claims: a business key (`refund:charge:ch_1842`) is held by one stream at a time. The unique index is the
-- promise that two proposals never both execute the same thing.

create table countersign.claims (
  tenant text collate "C" not null,
  key text collate "C" not null check (key ~ '^[!-~]+$' and length(key) <= 300),
  stream text collate "C" not null,
  version integer not null check (version > 0),
  -- A reserved share of a capacity, for keys that divide one by number (`refund:charge:ch_1842#3`).
  amount_minor bigint check (amount_minor >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  claimed_at timestamptz not null,
  released_at timestamptz,
  released_version integer check (released_version >= version),
  check ((released_at is null) = (released_version is null)),
  check ((amount_minor is null) = (currency is null)),
  primary key (tenant, key, stream, version)
);

create unique index claims_held on countersign.claims (tenant, key) where released_at is null;
-- What one stream holds, to give it back. A hash, which serves nothing else: a look-up by key, planned while the
-- table was empty, took a tree of (stream, tenant) and read every claim of the tenant.
create index claims_of_stream on countersign.claims using hash (stream) where released_at is null;

create trigger never_removed before delete or truncate on countersign.claims
  for each statement execute function countersign.refuse_change();

grant select on countersign.claims to countersign_services;
