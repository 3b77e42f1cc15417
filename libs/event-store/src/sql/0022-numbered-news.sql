-- The announcement of an append says which transaction it was, so that a reader which has passed that one reads nothing
-- again: its own process's appends are read before their announcement comes, and every second read found nothing.
-- The function is as it was but for that line.

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
        -- Of this transaction; who has read so far has nothing to read.
        perform pg_notify('countersign_events', pg_current_xact_id()::text);
      end if;
      return to_jsonb(answers);
    end
  $$;
