-- What was set aside stays as it came: who heard it, what it was and its bytes are never rewritten, for an operator
-- decides on them. Only what became of it since is.

revoke update on countersign.parked from countersign_reader, countersign_relay;
grant update (status, kind, code, reason, attempts, retry_requested_at, handled_at)
  on countersign.parked to countersign_reader, countersign_relay;
