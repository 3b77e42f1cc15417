-- WHERE COULD THE MODEL CHEAT? Read this file.
--
-- `append` looks at the role that logged in (session_user) and refuses every event type that has no row here;
-- `publish` does the same for topics. The model lives behind two roles, countersign_coordinator and
-- countersign_refund_specialist. Neither has a row for a policy decision, an approval or an execution, so
-- neither can make one, whatever its code does or is talked into.

create table countersign.authority (
  role text collate "C" not null,
  event_type text collate "C" not null,
  primary key (role, event_type)
);

insert into countersign.authority (role, event_type) values
  -- The front door: it drafts for people and outside agents. A draft has no force of its own.
  ('countersign_gateway', 'ProposalDrafted'),
  ('countersign_gateway', 'ProposalSuperseded'),

  -- MODEL SIDE: the case, its conversation, and what became of its proposals.
  ('countersign_coordinator', 'CaseOpened'),
  ('countersign_coordinator', 'CustomerMessageReceived'),
  ('countersign_coordinator', 'CaseRouted'),
  ('countersign_coordinator', 'ModelTurnTaken'),
  ('countersign_coordinator', 'QuestionAsked'),
  ('countersign_coordinator', 'ProposalAttached'),
  ('countersign_coordinator', 'ActionObserved'),
  ('countersign_coordinator', 'ReplySent'),
  ('countersign_coordinator', 'CaseEscalated'),
  ('countersign_coordinator', 'CaseCompleted'),

  -- MODEL SIDE: the investigation, and the draft of one exact action.
  ('countersign_refund_specialist', 'ModelTurnTaken'),
  ('countersign_refund_specialist', 'ToolCalled'),
  ('countersign_refund_specialist', 'FactEstablished'),
  ('countersign_refund_specialist', 'FactUnknown'),
  ('countersign_refund_specialist', 'QuestionAsked'),
  ('countersign_refund_specialist', 'CaseEscalated'),
  ('countersign_refund_specialist', 'ProposalDrafted'),
  ('countersign_refund_specialist', 'ProposalSuperseded'),

  -- Policy: the only role that can allow, deny or ask for approvals.
  ('countersign_policy_gate', 'PolicyDecided'),
  ('countersign_policy_gate', 'ProposalMarkedDuplicate'),
  ('countersign_policy_gate', 'ReservationReleased'),

  -- People's permission: it may not draft, so it can never approve what it wrote itself.
  ('countersign_approval_service', 'ApprovalRequested'),
  ('countersign_approval_service', 'ApprovalReminded'),
  ('countersign_approval_service', 'ApprovalEscalated'),
  ('countersign_approval_service', 'ApprovalGranted'),
  ('countersign_approval_service', 'ApprovalRejected'),
  ('countersign_approval_service', 'ApprovalExpired'),
  ('countersign_approval_service', 'DecisionRefused'),
  ('countersign_approval_service', 'RouteLent'),
  ('countersign_approval_service', 'RouteReturned'),

  -- Execution: the only holder of credentials; it can void a permission but never grant one.
  ('countersign_executor', 'ProposalInvalidated'),
  ('countersign_executor', 'ApprovalVoided'),
  ('countersign_executor', 'ExecutionStarted'),
  ('countersign_executor', 'ExecutionSucceeded'),
  ('countersign_executor', 'ExecutionFailed'),
  ('countersign_executor', 'ExecutionRetryScheduled'),
  ('countersign_executor', 'ExecutionRetriesExhausted'),
  ('countersign_executor', 'OutcomeUnknown'),

  -- Reconciliation: what really happened, by looking; and the people who settle what looking cannot.
  ('countersign_reconciler', 'TargetLooked'),
  ('countersign_reconciler', 'OutcomeReconciled'),
  ('countersign_reconciler', 'ProposalCompleted'),
  ('countersign_reconciler', 'ReviewRequested'),
  ('countersign_reconciler', 'ResolutionProposed'),
  ('countersign_reconciler', 'OperatorResolved'),
  ('countersign_reconciler', 'NoteAdded'),

  -- Administration, by whoever runs the migrations.
  ('countersign_owner', 'PolicyPublished'),
  ('countersign_owner', 'Stopped'),
  ('countersign_owner', 'Released');

-- An event type belongs to one category of streams and is refused on any other: whoever may write about a case
-- writes nothing on a proposal, not even a harmless fact under an id that another service is about to use.
create table countersign.event_category (
  event_type text collate "C" primary key,
  category text collate "C" not null
);

insert into countersign.event_category (event_type, category) values
  ('CaseOpened', 'case'),
  ('CustomerMessageReceived', 'case'),
  ('CaseRouted', 'case'),
  ('ModelTurnTaken', 'case'),
  ('ToolCalled', 'case'),
  ('FactEstablished', 'case'),
  ('FactUnknown', 'case'),
  ('QuestionAsked', 'case'),
  ('ProposalAttached', 'case'),
  ('ActionObserved', 'case'),
  ('ReplySent', 'case'),
  ('CaseEscalated', 'case'),
  ('CaseCompleted', 'case'),
  ('ProposalDrafted', 'proposal'),
  ('ProposalSuperseded', 'proposal'),
  ('PolicyDecided', 'proposal'),
  ('ProposalMarkedDuplicate', 'proposal'),
  ('ReservationReleased', 'proposal'),
  ('ApprovalRequested', 'proposal'),
  ('ApprovalReminded', 'proposal'),
  ('ApprovalEscalated', 'proposal'),
  ('ApprovalGranted', 'proposal'),
  ('ApprovalRejected', 'proposal'),
  ('ApprovalExpired', 'proposal'),
  ('DecisionRefused', 'proposal'),
  ('ProposalInvalidated', 'proposal'),
  ('ApprovalVoided', 'proposal'),
  ('ExecutionStarted', 'proposal'),
  ('ExecutionSucceeded', 'proposal'),
  ('ExecutionFailed', 'proposal'),
  ('ExecutionRetryScheduled', 'proposal'),
  ('ExecutionRetriesExhausted', 'proposal'),
  ('OutcomeUnknown', 'proposal'),
  ('TargetLooked', 'proposal'),
  ('OutcomeReconciled', 'proposal'),
  ('ProposalCompleted', 'proposal'),
  ('ReviewRequested', 'proposal'),
  ('ResolutionProposed', 'proposal'),
  ('OperatorResolved', 'proposal'),
  ('NoteAdded', 'proposal'),
  ('PolicyPublished', 'policy'),
  ('RouteLent', 'route'),
  ('RouteReturned', 'route'),
  ('Stopped', 'stop'),
  ('Released', 'stop');

create table countersign.topic_authority (
  role text collate "C" not null,
  topic text collate "C" not null,
  primary key (role, topic)
);

insert into countersign.topic_authority (role, topic) values
  ('countersign_gateway', 'countersign.customer-requests'),
  ('countersign_gateway', 'countersign.approval-decisions'),
  ('countersign_coordinator', 'countersign.replies'),
  -- Anyone who hears may have to park what can never be handled.
  ('countersign_gateway', 'countersign.dead-letters'),
  ('countersign_coordinator', 'countersign.dead-letters'),
  ('countersign_refund_specialist', 'countersign.dead-letters'),
  ('countersign_policy_gate', 'countersign.dead-letters'),
  ('countersign_approval_service', 'countersign.dead-letters'),
  ('countersign_executor', 'countersign.dead-letters'),
  ('countersign_reconciler', 'countersign.dead-letters'),
  ('countersign_reader', 'countersign.dead-letters');

-- Who may reserve a business key and give it back. A claim keeps two proposals from executing the same thing, so
-- nobody else may free one: the specialist can supersede a proposal, and cannot free what a running one holds.
create table countersign.claim_authority (
  role text collate "C" primary key
);

insert into countersign.claim_authority (role) values ('countersign_policy_gate');

grant select on countersign.authority, countersign.event_category, countersign.topic_authority, countersign.claim_authority to countersign_services;
