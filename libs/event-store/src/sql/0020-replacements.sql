-- A change that waits until it is known what became of the proposal it is to replace: asked for by whoever drafted it.

insert into countersign.authority (role, event_type) values
  ('countersign_refund_specialist', 'ReplacementAsked');

insert into countersign.event_category (event_type, category) values
  ('ReplacementAsked', 'proposal');
