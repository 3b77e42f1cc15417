-- Only services that have to do with people's words may reach their keys; the policy gate, the executor and the
-- reader may not. Whoever is forgotten is announced, so that no process goes on from what it had decrypted.

revoke select on countersign.subject_keys from countersign_services;
revoke execute on function countersign.subject_key(text, text, bytea) from countersign_services;

grant select on countersign.subject_keys to countersign_gateway, countersign_coordinator,
  countersign_refund_specialist, countersign_approval_service, countersign_reconciler, countersign_auditor;
grant execute on function countersign.subject_key(text, text, bytea) to countersign_gateway, countersign_coordinator,
  countersign_refund_specialist, countersign_approval_service, countersign_reconciler;

create function countersign.announce_forgotten() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
  as $$
    begin
      perform pg_notify('countersign_forgotten', '');
      return null;
    end
  $$;

create trigger forgotten_announced after update on countersign.subject_keys
  for each statement execute function countersign.announce_forgotten();

revoke execute on all functions in schema countersign from public;
