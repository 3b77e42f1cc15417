-- The written policy, as passages to be searched. Only a copy: the documents server publishes, this finds. The
-- specialist's role keeps it up to date; nobody else's may write it. A passage is text from outside: it is cited
-- to people and decides nothing.

create table countersign.policy_passages (
  tenant text collate "C" not null check (tenant ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  document_id text collate "C" not null check (octet_length(document_id) between 1 and 200),
  version text collate "C" not null check (octet_length(version) between 1 and 100),
  section text collate "C" not null check (octet_length(section) between 1 and 200),
  heading text not null check (octet_length(heading) <= 2000),
  text text not null check (octet_length(text) <= 200000),
  -- A word of the heading weighs more than one of the text.
  words tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.english', heading), 'A')
    || setweight(to_tsvector('pg_catalog.english', text), 'B')
  ) stored,
  primary key (tenant, document_id, version, section)
);

create index policy_passages_words on countersign.policy_passages using gin (words);

grant select on countersign.policy_passages to countersign_services;
grant insert, update, delete on countersign.policy_passages to countersign_refund_specialist;
