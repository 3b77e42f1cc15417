-- The relay moves committed events to the broker. Its role reads, and sets aside what the broker will never take;
-- it has no row in the tables of authority, so it can append nothing and publish nothing here.

grant insert, update on countersign.parked to countersign_relay;
