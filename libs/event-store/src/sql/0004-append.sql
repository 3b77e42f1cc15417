-- The only door in. One call takes a batch; each append is judged by itself and gets its own answer, in the
-- order forbidden, duplicate, conflict, too_late, claimed, appended. A loop with cached plans: the same as one
-- large statement was measured slower below a hundred appends.

-- What makes an append unfit to judge at all: a fault of the caller, never of the world.
create function countersign.append_fault(item jsonb) returns text
  language plpgsql stable
  as $$
    declare
      event jsonb;
    begin
      if (item ->> 'tenant') ~ '^[a-z0-9][a-z0-9_-]*$' is not true then return 'tenant'; end if;
      if (item ->> 'stream') ~ '^[!-~]+$' is not true then return 'stream'; end if;
      if (item ->> 'expectedVersion') ~ '^[0-9]+$' is not true then return 'expectedVersion'; end if;
      if jsonb_typeof(item -> 'events') is distinct from 'array' then return 'events'; end if;
      if jsonb_array_length(item -> 'events') not between 1 and 100 then return 'events'; end if;
      for event in select value from jsonb_array_elements(item -> 'events') loop
        if (event ->> 'id') ~ '^[0-9a-f-]+$' is not true then return 'id'; end if;
        if (event ->> 'type') ~ '^[A-Za-z][A-Za-z0-9.]*$' is not true then return 'type'; end if;
        if (event ->> 'schemaVersion') ~ '^[1-9][0-9]*$' is not true then return 'schemaVersion'; end if;
        if jsonb_typeof(event -> 'data') is distinct from 'string' then return 'data'; end if;
        if jsonb_typeof(event -> 'metadata') is distinct from 'string' then return 'metadata'; end if;
      end loop;
      return null;
    end
  $$;

-- Taken before anything is read, in one order for streams, claims and timers alike: batches never deadlock.
-- Held until commit, so whoever waited reads what the other one wrote.
create function countersign.append_locks(batch jsonb) returns void
  language plpgsql
  as $$
    declare
      item jsonb;
      prefix text;
      keys bigint[] := '{}';
      lock_key bigint;
    begin
      for item in select value from jsonb_array_elements(batch) loop
        prefix := E'\n' || (item ->> 'tenant') || E'\n';
        keys := array_append(keys, hashtextextended('stream' || prefix || (item ->> 'stream'), 0));
        -- Most appends touch a stream and nothing else; one query for all kinds cost 130 µs of a call, this 30.
        if item ?| array['claims', 'releases'] then
          keys := keys || array(
            select hashtextextended('claim' || prefix || (value ->> 'key'), 0)
            from jsonb_array_elements(item -> 'claims')
            union all
            select hashtextextended('claim' || prefix || value, 0)
            from jsonb_array_elements_text(item -> 'releases'));
        end if;
        if item ?| array['timers', 'timersCancelled'] then
          keys := keys || array(
            select hashtextextended('timer' || prefix || (value ->> 'key'), 0)
            from jsonb_array_elements(item -> 'timers')
            union all
            select hashtextextended('timer' || prefix || value, 0)
            from jsonb_array_elements_text(item -> 'timersCancelled'));
        end if;
      end loop;
      for lock_key in select distinct unnest(keys) order by 1 loop
        perform pg_advisory_xact_lock(lock_key);
      end loop;
    end
  $$;

-- The first claim of this append that another stream holds; what this append releases itself does not count. A
-- numbered key (`refund:charge:ch_1842#3`) is used once, also after its release: its number says how many claims
-- were counted, and one that came free would let a judgement pass that had not counted those after it.
create function countersign.append_claimed(item jsonb) returns jsonb
  language plpgsql stable
  as $$
    declare
      wanted text collate "C";
      holder text;
    begin
      -- One look-up a key. As a join, a plan made while the table was empty read every claim of the tenant.
      for wanted in
        select (value ->> 'key') collate "C" from jsonb_array_elements(item -> 'claims') order by 1
      loop
        select stream into holder from countersign.claims
        where tenant = item ->> 'tenant' and key = wanted and released_at is null;
        if not found and wanted like '%#%' then
          select stream into holder from countersign.claims
          where tenant = item ->> 'tenant' and key = wanted limit 1;
        end if;
        if holder <> item ->> 'stream' then
          return jsonb_build_object('outcome', 'claimed', 'key', wanted, 'holder', holder);
        end if;
      end loop;
      return null;
    end
  $$;

-- What an append comes to: its answer, and its events as they are to be stored.
create type countersign.judged as (answer jsonb, events countersign.events[]);

create function countersign.append_events(item jsonb, author text, moment timestamptz, previous bytea)
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
      for event in select value from jsonb_array_elements(item -> 'events') loop
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

-- Many in one statement: an insert prepares the checks of the table anew each time, 50 µs where a row costs 20.
create function countersign.append_rows(events countersign.events[]) returns void
  language plpgsql
  as $$
    begin
      insert into countersign.events (tenant, stream, version, id, type, schema_version, data, metadata,
        recorded_at, recorded_by, previous_hash, hash)
      select tenant, stream, version, id, type, schema_version, data, metadata,
        recorded_at, recorded_by, previous_hash, hash
      from unnest(append_rows.events);
    end
  $$;

-- Releases first, so that one append may swap a claim. Only what this stream holds is released (`*`: all of it); a claim it
-- already holds stays as it was, amount included.
create function countersign.append_claims(item jsonb, moment timestamptz, reached integer) returns void
  language plpgsql
  as $$
    begin
      if item ? 'releases' then
        update countersign.claims set released_at = moment, released_version = reached
        where tenant = item ->> 'tenant' and stream = item ->> 'stream' and released_at is null
          and (item -> 'releases' ? '*' or key in (select value from jsonb_array_elements_text(item -> 'releases')));
      end if;
      insert into countersign.claims (tenant, key, stream, version, amount_minor, currency, claimed_at)
      select item ->> 'tenant', wanted ->> 'key', item ->> 'stream', reached,
        (wanted ->> 'amountMinor')::bigint, wanted ->> 'currency', moment
      from jsonb_array_elements(item -> 'claims') wanted
      on conflict do nothing;
    end
  $$;

-- A timer belongs to the role that set it: task and key lead with the role, so that no service (and no model)
-- can set, replace or cancel another's deadline. The job library runs by the machine's own clock, so a due
-- instant is translated from the database's clock to that one (they differ in tests only).
create function countersign.append_timers(item jsonb, author text, moment timestamptz) returns void
  language plpgsql
  as $$
    declare
      owner text := regexp_replace(author, '^countersign_', '');
      prefix text := owner || '/' || (item ->> 'tenant') || '/';
      shift interval := moment - clock_timestamp();
      timer jsonb;
      cancelled text;
    begin
      for cancelled in select value from jsonb_array_elements_text(item -> 'timersCancelled') loop
        perform graphile_worker.remove_job(prefix || cancelled);
      end loop;
      for timer in select value from jsonb_array_elements(item -> 'timers') loop
        perform graphile_worker.add_job(
          owner || '/' || (timer ->> 'task'),
          payload => (timer ->> 'payload')::json,
          run_at => coalesce((timer ->> 'dueAt')::timestamptz,
            moment + (timer ->> 'inMs')::double precision * interval '1 millisecond') - shift,
          job_key => prefix || (timer ->> 'key'));
      end loop;
    end
  $$;

create function countersign.append_one(item jsonb, author text, allowed text[], may_claim boolean)
  returns countersign.judged
  language plpgsql
  as $$
    declare
      expected integer;
      actual integer;
      previous bytea;
      moment timestamptz;
      -- Null as long as nothing is to be stored.
      events countersign.events[];
      fault text := countersign.append_fault(item);
      refused text;
      claimed jsonb;
      known integer;
      known_version integer;
    begin
      if fault is not null then
        return row(jsonb_build_object('outcome', 'invalid', 'reason', fault), events);
      end if;
      select value ->> 'type' into refused from jsonb_array_elements(item -> 'events')
      where not (split_part(item ->> 'stream', '-', 1) || '/' || (value ->> 'type') = any (allowed)) limit 1;
      if found then
        return row(jsonb_build_object('outcome', 'forbidden', 'type', refused), events);
      end if;
      if not may_claim and (item ? 'claims' or item ? 'releases') then
        return row(jsonb_build_object('outcome', 'forbidden', 'type', 'claims'), events);
      end if;
      expected := item ->> 'expectedVersion';
      select version, hash into actual, previous from countersign.events
      where tenant = item ->> 'tenant' and stream = item ->> 'stream' order by version desc limit 1;
      if actual is not null then
        select count(*), max(version) into known, known_version from countersign.events
        where tenant = item ->> 'tenant' and stream = item ->> 'stream'
          and id in (select (value ->> 'id')::uuid from jsonb_array_elements(item -> 'events'));
      end if;
      if known = jsonb_array_length(item -> 'events') then
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
      if item ? 'timers' or item ? 'timersCancelled' then
        perform countersign.append_timers(item, author, moment);
      end if;
      return row(
        jsonb_build_object('outcome', 'appended', 'version', actual, 'recordedAt', countersign.instant(moment)),
        events);
    end
  $$;

create function countersign.append(batch jsonb) returns jsonb
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
          streams := array_append(streams, item ->> 'stream');
          wrote := true;
        end if;
      end loop;
      if wrote then
        perform countersign.append_rows(waiting);
        perform pg_notify('countersign_events', '');
      end if;
      return to_jsonb(answers);
    end
  $$;

revoke execute on all functions in schema countersign from public;
grant execute on function countersign.append(jsonb) to countersign_services;
