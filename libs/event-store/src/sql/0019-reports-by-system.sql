-- What a target says by itself is told apart by the target too: two systems number their messages each for itself, and
-- the second one's message of the same number was taken for a repetition and lost.

alter table countersign.unplaced_reports drop constraint unplaced_reports_pkey;
alter table countersign.unplaced_reports add primary key (tenant, system, report_id);

-- Read by the time it was said, when the ledger of that time is compared.
create index unplaced_reports_by_time on countersign.unplaced_reports (tenant, system, said_at, report_id);
