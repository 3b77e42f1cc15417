-- One key a person. What is sensitive about them is encrypted with it before it is appended; to forget them is to
-- destroy the key. The events stay, and their hashes still verify.

create table countersign.subject_keys (
  tenant text collate "C" not null check (tenant ~ '^[a-z0-9][a-z0-9_-]*$' and length(tenant) <= 63),
  subject text collate "C" not null check (length(subject) between 1 and 300),
  -- Encrypted with a key that is not in this database; null once destroyed.
  wrapped_key bytea,
  created_at timestamptz not null,
  erased_at timestamptz,
  primary key (tenant, subject),
  check ((wrapped_key is null) = (erased_at is not null))
);

create trigger never_removed before delete or truncate on countersign.subject_keys
  for each statement execute function countersign.refuse_change();

-- The person's key; the offered one becomes it when there is none. Null when it was destroyed: nothing sensitive
-- about somebody who was forgotten is written again.
create function countersign.subject_key(for_tenant text, for_subject text, offered bytea) returns bytea
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
    declare
      known bytea;
    begin
      insert into countersign.subject_keys (tenant, subject, wrapped_key, created_at)
      values (for_tenant, for_subject, offered, countersign.now())
      on conflict do nothing;
      select wrapped_key into known from countersign.subject_keys
      where tenant = for_tenant and subject = for_subject;
      return known;
    end
  $$;

-- True when there was something to destroy. A person without a key yet is marked too.
create function countersign.erase_subject(for_tenant text, for_subject text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
    declare
      erased boolean;
    begin
      update countersign.subject_keys set wrapped_key = null, erased_at = countersign.now()
      where tenant = for_tenant and subject = for_subject and erased_at is null;
      erased := found;
      insert into countersign.subject_keys (tenant, subject, created_at, erased_at)
      values (for_tenant, for_subject, countersign.now(), countersign.now())
      on conflict do nothing;
      return erased;
    end
  $$;

revoke execute on all functions in schema countersign from public;
grant select on countersign.subject_keys to countersign_services;
grant execute on function countersign.subject_key(text, text, bytea) to countersign_services;
-- Operators' work; the model-side roles cannot destroy anything.
grant execute on function countersign.erase_subject(text, text) to countersign_reconciler;
