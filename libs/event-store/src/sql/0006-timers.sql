-- Who may run timers. Jobs are set and cancelled only inside `append`; services take and finish them. A service
-- sees its own tasks (`<role>/<task>`); countersign_reader, the one reader of a process, may run every task of
-- the services that live there.

grant usage on schema graphile_worker to countersign_services;
grant select on graphile_worker.migrations to countersign_services;
grant select, insert on graphile_worker._private_tasks to countersign_services;
grant select, update, delete on graphile_worker._private_jobs to countersign_services;
grant select, insert, update, delete on graphile_worker._private_job_queues to countersign_services;
grant select, insert, update, delete on graphile_worker._private_known_crontabs to countersign_services;
grant execute on all functions in schema graphile_worker to countersign_services;
revoke execute on all functions in schema graphile_worker from public;

create policy tasks_seen on graphile_worker._private_tasks to countersign_services
  using (true) with check (true);
create policy queues_shared on graphile_worker._private_job_queues to countersign_services
  using (true) with check (true);
create policy own_jobs on graphile_worker._private_jobs to countersign_services
  using (
    session_user = 'countersign_reader'
    or task_id in (
      select id from graphile_worker._private_tasks
      where split_part(identifier, '/', 1) = regexp_replace(session_user, '^countersign_', '')
    )
  );
