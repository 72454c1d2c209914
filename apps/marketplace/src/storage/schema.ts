/**
 * The schema for both databases. Columns have the names of the properties in the code, amounts are in halalas, and times are ISO 8601
 * in UTC. An order copies its item, so that later changes of the item do not change it.
 */
export const schema = `
create table if not exists sellers (
  id text primary key,
  phone text not null,
  "firstName" text not null,
  "lastName" text not null
);
create table if not exists items (
  id text primary key,
  "sellerId" text not null references sellers (id),
  title text not null,
  description text not null,
  deposit integer not null,
  rest integer not null
);
create table if not exists orders (
  id text primary key,
  state text not null,
  revision integer not null,
  "contractId" text,
  title text not null,
  description text not null,
  "sellerId" text not null references sellers (id),
  "sellerPhone" text not null,
  "buyerId" text not null,
  "buyerPhone" text not null,
  "buyerName" text not null,
  "deadLine" text not null,
  "placedAt" text not null
);
create index if not exists orders_by_buyer on orders ("buyerId");
create table if not exists payments (
  "orderId" text not null references orders (id),
  part text not null,
  amount integer not null,
  commission integer not null,
  state text not null,
  "milestoneId" text unique,
  "referenceId" text,
  "checkoutOpenedAt" text,
  primary key ("orderId", part)
);
create table if not exists messages (
  id text primary key,
  recipient text not null,
  text text not null,
  "sentAt" text not null
);
`;
