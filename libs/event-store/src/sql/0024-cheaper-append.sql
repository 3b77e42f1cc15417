-- The same answers for less: a loop by number where a query went over the few events, claims or timers of one append
-- (a query costs 15 µs before its first row), what is known of the stream in one look instead of two, and the timers of
-- a whole call handed to the job library together, whose function costs a millisecond of which a timer more is little.

create or replace function countersign.append_locks(batch jsonb) returns void
  language plpgsql
  as $$
    declare
      item jsonb;
      prefix text;
      keys bigint[] := '{}';
      lock_key bigint;
      taken boolean;
    begin
      for item in select value from jsonb_array_elements(batch) loop
        prefix := E'\n' || (item ->> 'tenant') || E'\n';
        keys := array_append(keys, hashtextextended('stream' || prefix || (item ->> 'stream'), 0));
        if item ? 'claims' then
          for at in 0 .. jsonb_array_length(item -> 'claims') - 1 loop
            keys := array_append(keys, hashtextextended('claim' || prefix || (item -> 'claims' -> at ->> 'key'), 0));
          end loop;
        end if;
        if item ? 'releases' then
          for at in 0 .. jsonb_array_length(item -> 'releases') - 1 loop
            keys := array_append(keys, hashtextextended('claim' || prefix || (item -> 'releases' ->> at), 0));
          end loop;
        end if;
        if item ? 'timers' then
          for at in 0 .. jsonb_array_length(item -> 'timers') - 1 loop
            keys := array_append(keys, hashtextextended('timer' || prefix || (item -> 'timers' -> at ->> 'key'), 0));
          end loop;
        end if;
        if item ? 'timersCancelled' then
          for at in 0 .. jsonb_array_length(item -> 'timersCancelled') - 1 loop
            keys := array_append(keys, hashtextextended('timer' || prefix || (item -> 'timersCancelled' ->> at), 0));
          end loop;
        end if;
      end loop;
      for lock_key in select distinct unnest(keys) order by 1 loop
        -- As an expression: `perform` is a query of its own.
        taken := pg_advisory_xact_lock(lock_key) is not null;
      end loop;
    end
  $$;

create or replace function countersign.append_events(item jsonb, author text, moment timestamptz, previous bytea)
  returns countersign.events[]
  language plpgsql stable
  as $$
    declare
      event jsonb;
      stored countersign.events;
      chained countersign.events[] := '{}';
    begin
      stored.tenant := item ->> 'tenant';
      stored.stream := item ->> 'stream';
      stored.version := item ->> 'expectedVersion';
      stored.recorded_at := moment;
      stored.recorded_by := author;
      stored.hash := previous;
      for at in 0 .. jsonb_array_length(item -> 'events') - 1 loop
        event := item -> 'events' -> at;
        stored.version := stored.version + 1;
        stored.id := event ->> 'id';
        stored.type := event ->> 'type';
        stored.schema_version := event ->> 'schemaVersion';
        stored.data := event ->> 'data';
        stored.metadata := event ->> 'metadata';
        stored.previous_hash := stored.hash;
        stored.hash := countersign.event_hash(stored.previous_hash, stored);
        chained := array_append(chained, stored);
      end loop;
      return chained;
    end
  $$;

-- Cancels at once what is set, and adds what is to be set to what this call sets already; both by the key of the job, so
-- that of two appends the later one holds. A timer belongs to the role that set it: task and key lead with the role, so
-- that no service (and no model) can set, replace or cancel another's deadline. The job library runs by the machine's own
-- clock, so a due instant is translated from the database's clock to that one (they differ in tests only).
drop function countersign.append_timers(jsonb, text, timestamptz);
create function countersign.append_timers(item jsonb, author text, moment timestamptz, waiting jsonb) returns jsonb
  language plpgsql
  as $$
    declare
      owner text := regexp_replace(author, '^countersign_', '');
      prefix text := owner || '/' || (item ->> 'tenant') || '/';
      shift interval := moment - clock_timestamp();
      timer jsonb;
      cancelled text;
    begin
      if item ? 'timersCancelled' then
        for at in 0 .. jsonb_array_length(item -> 'timersCancelled') - 1 loop
          cancelled := prefix || (item -> 'timersCancelled' ->> at);
          waiting := waiting - cancelled;
          perform graphile_worker.remove_job(cancelled);
        end loop;
      end if;
      if item ? 'timers' then
        for at in 0 .. jsonb_array_length(item -> 'timers') - 1 loop
          timer := item -> 'timers' -> at;
          waiting := waiting || jsonb_build_object(prefix || (timer ->> 'key'), jsonb_build_object(
            'task', owner || '/' || (timer ->> 'task'),
            'payload', timer ->> 'payload',
            'runAt', coalesce((timer ->> 'dueAt')::timestamptz,
              moment + (timer ->> 'inMs')::double precision * interval '1 millisecond') - shift));
        end loop;
      end if;
      return waiting;
    end
  $$;

-- All timers of a call in one: the library's function looks at its tables five times, however many it is given.
create function countersign.append_jobs(waiting jsonb) returns void
  language plpgsql
  as $$
    begin
      perform graphile_worker.add_jobs(array(
        select (value ->> 'task', (value ->> 'payload')::json, null, (value ->> 'runAt')::timestamptz, null, key, null,
          null)::graphile_worker.job_spec
        from jsonb_each(waiting)));
    end
  $$;

create or replace function countersign.append_one(item jsonb, author text, allowed text[], may_claim boolean)
  returns countersign.judged
  language plpgsql
  as $$
    declare
      category constant text := split_part(item ->> 'stream', '-', 1);
      expected integer;
      actual integer;
      previous bytea;
      moment timestamptz;
      -- Null as long as nothing is to be stored.
      events countersign.events[];
      fault text := countersign.append_fault(item);
      event_type text;
      ids text[] := '{}';
      unreserved jsonb;
      claimed jsonb;
      known integer;
      known_version integer;
    begin
      if fault is not null then
        return row(jsonb_build_object('outcome', 'invalid', 'reason', fault), events);
      end if;
      for at in 0 .. jsonb_array_length(item -> 'events') - 1 loop
        event_type := item -> 'events' -> at ->> 'type';
        if not (category || '/' || event_type) = any (allowed) then
          return row(jsonb_build_object('outcome', 'forbidden', 'type', event_type), events);
        end if;
        ids := array_append(ids, item -> 'events' -> at ->> 'id');
      end loop;
      if not may_claim and (item ? 'claims' or item ? 'releases') then
        return row(jsonb_build_object('outcome', 'forbidden', 'type', 'claims'), events);
      end if;
      expected := item ->> 'expectedVersion';
      select head.version, head.hash, same.times, same.latest into actual, previous, known, known_version
      from (
        select version, hash from countersign.events
        where tenant = item ->> 'tenant' and stream = item ->> 'stream' order by version desc limit 1
      ) head cross join lateral (
        select count(*) as times, max(version) as latest from countersign.events
        where tenant = item ->> 'tenant' and stream = item ->> 'stream' and id = any (ids::uuid[])
      ) same;
      if known = cardinality(ids) then
        return row(jsonb_build_object('outcome', 'duplicate', 'version', known_version), events);
      end if;
      if coalesce(actual, 0) <> expected then
        return row(jsonb_build_object('outcome', 'conflict', 'version', coalesce(actual, 0)), events);
      end if;
      if known > 0 then
        return row(jsonb_build_object('outcome', 'invalid', 'reason', 'an event id is already used in this stream'), events);
      end if;
      moment := countersign.now();
      if (item ->> 'notAfter')::timestamptz < moment then
        return row(jsonb_build_object('outcome', 'too_late', 'now', countersign.instant(moment)), events);
      end if;
      if may_claim then
        unreserved := countersign.append_unreserved(item);
        if unreserved is not null then
          return row(unreserved, events);
        end if;
      end if;
      if item ? 'claims' then
        claimed := countersign.append_claimed(item);
        if claimed is not null then
          return row(claimed, events);
        end if;
      end if;
      events := countersign.append_events(item, author, moment, coalesce(previous, decode(repeat('00', 32), 'hex')));
      actual := expected + cardinality(events);
      if item ? 'claims' or item ? 'releases' then
        perform countersign.append_claims(item, moment, actual);
      end if;
      return row(
        jsonb_build_object('outcome', 'appended', 'version', actual, 'recordedAt', countersign.instant(moment)),
        events);
    end
  $$;

create or replace function countersign.append(batch jsonb) returns jsonb
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  -- Everything below looks up by key. Plans are made once, while tables may still be empty, and must not scan them
  -- when they are large; planning each call anew was half of what a timer costs.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
    declare
      -- The role that logged in, not the one this function runs as.
      author constant text := session_user;
      -- `case/CaseOpened`: what this role may append, each on streams of its own category.
      allowed constant text[] := array(
        select category || '/' || event_type
        from countersign.authority join countersign.event_category using (event_type)
        where role = author);
      may_claim constant boolean := exists (select from countersign.claim_authority where role = author);
      item jsonb;
      judged countersign.judged;
      answers jsonb[] := '{}';
      event countersign.events;
      waiting countersign.events[] := '{}';
      streams text[] := '{}';
      timers jsonb := '{}';
      wrote boolean := false;
    begin
      -- Readers order by transaction. A transaction that wrote before it took the locks could be numbered
      -- before its predecessor in the stream.
      if pg_current_xact_id_if_assigned() is not null then
        raise exception 'append must be a transaction of its own' using errcode = 'invalid_transaction_state';
      end if;
      perform countersign.append_locks(batch);
      for item in select value from jsonb_array_elements(batch) loop
        -- What is judged next sees what came before it on its stream.
        if item ->> 'stream' = any (streams) or cardinality(waiting) >= 64 then
          perform countersign.append_rows(waiting);
          waiting := '{}';
          streams := '{}';
        end if;
        judged := countersign.append_one(item, author, allowed, may_claim);
        answers := array_append(answers, judged.answer);
        if judged.events is not null then
          foreach event in array judged.events loop
            waiting := array_append(waiting, event);
          end loop;
          if item ?| array['timers', 'timersCancelled'] then
            timers := countersign.append_timers(item, author, event.recorded_at, timers);
          end if;
          streams := array_append(streams, item ->> 'stream');
          wrote := true;
        end if;
      end loop;
      if wrote then
        perform countersign.append_rows(waiting);
        if timers <> '{}' then
          perform countersign.append_jobs(timers);
        end if;
        -- Of this transaction; who has read so far has nothing to read.
        perform pg_notify('countersign_events', pg_current_xact_id()::text);
      end if;
      return to_jsonb(answers);
    end
  $$;

revoke execute on all functions in schema countersign from public;
