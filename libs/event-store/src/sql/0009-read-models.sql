-- Read models: what lists and pages show, projected from the events. They can be dropped and rebuilt at any time;
-- nothing is decided from them.

create table countersign.read_model_generations (
  name text collate "C" not null check (name ~ '^[a-z][a-z0-9-]*$' and length(name) <= 100),
  generation integer not null check (generation > 0),
  -- Which revision of the projection wrote it.
  revision integer not null check (revision > 0),
  status text not null check (status in ('building', 'live', 'retired')),
  -- Up to where events are in it. Moved in the transaction that writes what those events changed.
  transaction_id xid8 not null,
  position bigint not null,
  primary key (name, generation)
);

create unique index one_live_generation on countersign.read_model_generations (name) where status = 'live';

create table countersign.read_models (
  name text collate "C" not null,
  generation integer not null,
  tenant text collate "C" not null,
  id text collate "C" not null,
  version integer not null check (version > 0),
  sort_key text collate "C" not null,
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  primary key (name, generation, tenant, id)
);

create index read_models_in_order on countersign.read_models (name, generation, tenant, sort_key, id);
create index read_models_by_content on countersign.read_models using gin (document jsonb_path_ops);

grant select on countersign.read_model_generations, countersign.read_models to countersign_services;
grant insert, update, delete on countersign.read_model_generations, countersign.read_models to countersign_reader;
