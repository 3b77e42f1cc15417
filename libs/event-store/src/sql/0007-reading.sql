-- How far readers are, and what holds them back.

create table countersign.checkpoints (
  consumer text collate "C" primary key check (consumer ~ '^[!-~]+$' and length(consumer) <= 200),
  transaction_id xid8 not null,
  position bigint not null check (position >= 0),
  updated_at timestamptz not null default countersign.now()
);

grant select on countersign.checkpoints to countersign_services;
grant insert, update, delete on countersign.checkpoints to countersign_reader;

-- The oldest transaction that has written and not ended, anywhere in this server. Readers go no further than it.
create function countersign.holding_back()
  returns table (transaction_id text, kind text, pid integer, role text, database text, application text,
    state text, open_for_ms double precision)
  language sql security definer stable
  set search_path = pg_catalog, pg_temp
  as $$
    select xid::text, kind, pid, role, database, application, state,
      extract(epoch from clock_timestamp() - since) * 1000
    from (
      select backend_xid as xid, 'session' as kind, pid, usename::text as role, datname::text as database,
        application_name as application, state, xact_start as since
      from pg_stat_activity where backend_xid is not null
      union all
      select transaction, 'prepared', null, owner::text, database::text, gid, 'prepared', prepared
      from pg_prepared_xacts
    ) writers
    where pid is distinct from pg_backend_pid()
    order by age(xid) desc
    limit 1
  $$;

revoke execute on all functions in schema countersign from public;
grant execute on function countersign.holding_back() to countersign_services;
