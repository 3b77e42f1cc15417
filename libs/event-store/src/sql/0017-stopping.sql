-- Stopping and releasing belong to the service whose HTTP edge knows the person; whoever runs the migrations has no
-- person to name and leaves it. What is held back, and what comes too late, is the executor's to say.
delete from countersign.authority
where (role, event_type) in (('countersign_owner', 'Stopped'), ('countersign_owner', 'Released'));

insert into countersign.authority (role, event_type) values
  ('countersign_reconciler', 'Stopped'),
  ('countersign_reconciler', 'Released'),
  ('countersign_executor', 'ExecutionHeld'),
  ('countersign_executor', 'ExecutionResumed'),
  ('countersign_executor', 'ResultCameLate');

insert into countersign.event_category (event_type, category) values
  ('ExecutionHeld', 'proposal'),
  ('ExecutionResumed', 'proposal'),
  ('ResultCameLate', 'proposal');

-- What is under way, what is held back and what is stopped are looked up by type, not by stream. Only these three:
-- an index over every event would cost each append, and the others are read by stream or in order.
create index events_looked_up on countersign.events (tenant, type, recorded_at)
  where type in ('ExecutionStarted', 'ExecutionHeld', 'Stopped');
