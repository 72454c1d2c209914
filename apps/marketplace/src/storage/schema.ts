/** Both databases take it. Amounts are in halalas; moments are ISO 8601 in UTC. */
export const schema = `
create table if not exists sellers (
  id text primary key,
  state text not null,
  phone text not null,
  first_name text not null,
  last_name text not null,
  iban text not null,
  national_id text not null,
  city text not null,
  street text not null
);
create table if not exists items (
  id text primary key,
  seller_id text not null references sellers (id),
  title text not null,
  description text not null,
  deposit integer not null,
  rest integer not null
);
create table if not exists orders (
  id text primary key,
  item_id text not null references items (id),
  buyer_id text not null,
  buyer_phone text not null,
  buyer_name text not null,
  state text not null,
  revision integer not null,
  contract_id text,
  dead_line text not null,
  placed_at text not null
);
create index if not exists orders_by_buyer on orders (buyer_id);
create table if not exists payments (
  order_id text not null references orders (id),
  part text not null,
  amount integer not null,
  commission integer not null,
  state text not null,
  milestone_id text unique,
  reference_id text,
  checkout_opened_at text,
  primary key (order_id, part)
);
create table if not exists messages (
  id text primary key,
  seller_id text not null references sellers (id),
  text text not null,
  sent_at text not null
);
create table if not exists noted_events (
  key text primary key,
  reason text not null,
  milestone_id text,
  status text not null,
  received_at text not null
);
`;
