-- WHAT IS NEVER PERMITTED WITHOUT ITS RESERVATION? Read this table: select * from countersign.reservation_rules;
--
-- A claim keeps two proposals from executing the same thing, so a permission without one, and a claim given back that
-- the record does not tell of, are refused here, whatever the code of the role that may write both does.

create table countersign.reservation_rules (
  -- What a refusal names.
  rule text collate "C" primary key,
  event_type text collate "C" not null references countersign.event_category,
  -- What the event says as its `verdict`; null: whatever it says. A verdict that no row has is refused.
  verdict text collate "C",
  -- With how a key begins that the stream holds once this is appended, claimed in the same append or before. Null: it
  -- then holds nothing. Claims are made with an event that has a key here, and with no other.
  holds_after text collate "C",
  -- Whether claims may be given back in the same append.
  gives_back boolean not null,
  unique nulls not distinct (event_type, verdict)
);

insert into countersign.reservation_rules (rule, event_type, verdict, holds_after, gives_back) values
  ('allowed_holds_its_intent', 'PolicyDecided', 'allow', 'intent:', false),
  ('asked_for_holds_its_intent', 'PolicyDecided', 'requirements', 'intent:', false),
  ('denied_holds_nothing', 'PolicyDecided', 'deny', null, false),
  ('duplicate_holds_nothing', 'ProposalMarkedDuplicate', null, null, false),
  ('released_holds_nothing', 'ReservationReleased', null, null, true);

grant select on countersign.reservation_rules to countersign_services;

-- The refusal of an append whose events and claims do not belong together; null when they do. Only who may claim is
-- asked, because nobody else may append an event that has a rule. One look-up by key for each event, and no query
-- more for a permission that brings its claim: a set of rows costs more here than it says.
create function countersign.append_unreserved(item jsonb) returns jsonb
  language plpgsql stable
  as $$
    declare
      event jsonb;
      kept countersign.reservation_rules;
      said text;
      may_take boolean := false;
      may_give_back boolean := false;
    begin
      for at in 0 .. jsonb_array_length(item -> 'events') - 1 loop
        event := item -> 'events' -> at;
        said := (event ->> 'data')::json ->> 'verdict';
        select * into kept from countersign.reservation_rules
        where event_type = event ->> 'type' and (verdict is null or verdict = said);
        if not found then
          continue when not exists (
            select from countersign.reservation_rules where event_type = event ->> 'type');
          return countersign.append_refused(event, 'verdict_unknown');
        end if;
        if not countersign.append_leaves(item, kept.holds_after) then
          return countersign.append_refused(event, kept.rule);
        end if;
        may_take := may_take or kept.holds_after is not null;
        may_give_back := may_give_back or kept.gives_back;
      end loop;
      if item ? 'claims' and not may_take then
        return countersign.append_refused(item #> '{events,0}', 'claims_without_permission');
      end if;
      if item ? 'releases' and not may_give_back then
        return countersign.append_refused(item #> '{events,0}', 'releases_without_event');
      end if;
      return null;
    end
  $$;

create function countersign.append_refused(event jsonb, rule text) returns jsonb
  language sql immutable
  as $$ select jsonb_build_object('outcome', 'forbidden', 'type', event ->> 'type', 'rule', rule) $$;

-- Whether the stream then holds a key that begins so; for null, whether it then holds nothing.
create function countersign.append_leaves(item jsonb, holds_after text) returns boolean
  language plpgsql stable
  as $$
    begin
      if holds_after is null then
        return item -> 'releases' ? '*' is true or not exists (
          select from countersign.claims
          where tenant = item ->> 'tenant' and stream = item ->> 'stream' and released_at is null
            and item -> 'releases' ? key is not true);
      end if;
      -- By itself, as an expression without a query: this is what nearly every permission comes to.
      if jsonb_path_exists(item, '$.claims[*].key ? (@ starts with $prefix)',
          jsonb_build_object('prefix', holds_after)) then
        return true;
      end if;
      return exists (
        select from countersign.claims
        where tenant = item ->> 'tenant' and stream = item ->> 'stream' and released_at is null
          and starts_with(key, holds_after));
    end
  $$;

-- As it was, and the rules are kept after `too_late` and before `claimed`: what a stream holds is a question of its
-- version, so that who repeats an append is told `duplicate` and who is late `conflict`, as ever.
create or replace function countersign.append_one(item jsonb, author text, allowed text[], may_claim boolean)
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
      unreserved jsonb;
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
      if item ? 'timers' or item ? 'timersCancelled' then
        perform countersign.append_timers(item, author, moment);
      end if;
      return row(
        jsonb_build_object('outcome', 'appended', 'version', actual, 'recordedAt', countersign.instant(moment)),
        events);
    end
  $$;

revoke execute on all functions in schema countersign from public;
