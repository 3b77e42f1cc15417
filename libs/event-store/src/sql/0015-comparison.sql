-- Comparing a target's ledger with ours: how far it was compared, and each difference. Only the reconciler, which
-- reads the target and can change nothing there, says that two ledgers differ or agree.

insert into countersign.authority (role, event_type) values
  ('countersign_reconciler', 'ComparisonBegun'),
  ('countersign_reconciler', 'LedgerCompared'),
  ('countersign_reconciler', 'LedgerNotCompared'),
  ('countersign_reconciler', 'DifferenceFound'),
  ('countersign_reconciler', 'SettlementProposed'),
  ('countersign_reconciler', 'DifferenceSettled'),
  ('countersign_reconciler', 'DifferenceNoted');

insert into countersign.event_category (event_type, category) values
  ('ComparisonBegun', 'comparison'),
  ('LedgerCompared', 'comparison'),
  ('LedgerNotCompared', 'comparison'),
  ('DifferenceFound', 'difference'),
  ('SettlementProposed', 'difference'),
  ('DifferenceSettled', 'difference'),
  ('DifferenceNoted', 'difference');
