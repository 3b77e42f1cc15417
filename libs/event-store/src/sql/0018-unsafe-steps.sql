-- What a planner tried and may not is a fact of the case, recorded by the two services that plan.

insert into countersign.authority (role, event_type) values
  ('countersign_coordinator', 'UnsafeStepRefused'),
  ('countersign_refund_specialist', 'UnsafeStepRefused');

insert into countersign.event_category (event_type, category) values
  ('UnsafeStepRefused', 'case');
