-- What a target says by itself, later: each fact is recorded by the reconciler, which reads back before it believes,
-- and which alone may take a completion back. The case it belongs to is opened again by whoever owns cases.

insert into countersign.authority (role, event_type) values
  ('countersign_reconciler', 'TargetReported'),
  ('countersign_reconciler', 'ProposalReopened'),
  ('countersign_coordinator', 'CaseReopened');

insert into countersign.event_category (event_type, category) values
  ('TargetReported', 'proposal'),
  ('ProposalReopened', 'proposal'),
  ('CaseReopened', 'case');

-- What was said about an effect that no proposal of ours stands for, such as a refund made in the provider's own
-- dashboard. It is nobody's to act on by itself and must not be lost: whoever compares the ledgers finds it here.
create table countersign.unplaced_reports (
  tenant text collate "C" not null,
  report_id text collate "C" not null,
  system text collate "C" not null,
  says text collate "C" not null,
  reference text collate "C" not null,
  -- The thing acted on, `ch_4821`.
  target text collate "C" not null,
  -- As the target has it, where it has one: whose effect it would be.
  operation_id text collate "C",
  code text collate "C" not null,
  said_at timestamptz not null,
  received_at timestamptz not null default countersign.now(),
  primary key (tenant, report_id)
);

create trigger never_removed before update or delete or truncate on countersign.unplaced_reports
  for each statement execute function countersign.refuse_change();

grant select on countersign.unplaced_reports to countersign_services, countersign_auditor;
grant insert on countersign.unplaced_reports to countersign_reconciler;
