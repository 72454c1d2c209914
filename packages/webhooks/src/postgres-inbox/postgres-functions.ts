/**
 * An attempt takes the turn of its ordering key right after its claim is committed: if it has not by then, its process ended, or
 * lost its connection. By the clock of the server, because the clocks of processes differ.
 */
export const isClaimOld: string = `claimed_at < clock_timestamp() - interval '1 second'`;

/** How long an ordering key is left alone whose turn is held for another reason than an attempt: its connection is ending. */
const pauseOfHeldKeyInMs = 250;

/** `:now`, but neither the cast `::text` nor the text `'shop:'`. */
export const namedParameter: RegExp = /(?<!:):([a-zA-Z]+)/g;

/** What follows `select` or `perform`. */
export const takeTurnOf = (turns: string): string =>
  `1 from ${turns} where ordering_key = :orderingKey for update skip locked`;

export const isOpen: string = `status in ('pending', 'processing')`;

/**
 * What is done for each event, as functions of the database: each session keeps their plans by itself, which a statement without
 * a name cannot, and makes them five times as fast. A later version adds functions of other names.
 */
export function createFunctions(schema: string): string {
  const events = `${schema}.events`;
  const queue = `${schema}.queue`;
  const turns = `${schema}.turns`;
  return [
    // Numbered in order of arrival but written in order of the keys, so two receivers may wait for each other, but never
    // deadlock. Due a second before it arrived, because the clocks of machines differ.
    createFunction(
      `${schema}.insert_events`,
      {
        keys: 'text[]',
        orderingKeys: 'text[]',
        ranks: 'integer[]',
        rawBodies: 'bytea[]',
        times: 'bigint[]',
      },
      'setof text',
      `return query
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('${events}', 'seq')) as seq, incoming.*
        from unnest(:keys, :orderingKeys, :ranks, :rawBodies, :times)
          as incoming (key, ordering_key, rank, raw_body, received_at)
      ), stored as (
        insert into ${events} (seq, key, ordering_key, rank, raw_body, received_at)
        overriding system value
        select * from numbered order by key, seq
        on conflict (key) do nothing
        returning key, ordering_key, received_at
      ), queued as (
        insert into ${queue} (ordering_key, due_at)
        select ordering_key, min(received_at) - 1000 from stored group by ordering_key order by ordering_key
        on conflict (ordering_key)
        do update set due_at = least(${queue}.due_at, excluded.due_at), is_retry = false, inserts = ${queue}.inserts + 1
      )
      select key from stored`,
    ),
    // The due ordering keys whose turn is free, with the state of each; the longest due first. It goes from row to row of the
    // index. A turn that it tries is free again when it ends.
    createFunction(
      `${schema}.find_due_keys`,
      { now: 'bigint', running: 'text[]', limit: 'integer' },
      'table (ordering_key text, is_left_behind boolean, is_suspect boolean)',
      `return query
      with recursive due as (
        (select ordering_key, due_at from ${queue}
          where due_at <= :now and not exists (select 1 from ${schema}.pause where resumed_at is null)
          order by due_at, ordering_key limit 1)
        union all
        select next.* from due, lateral (
          select ordering_key, due_at from ${queue}
          where (due_at, ordering_key) > (due.due_at, due.ordering_key) and due_at <= :now
          order by due_at, ordering_key limit 1
        ) next
      )
      select due.ordering_key, processing.seq is not null as is_left_behind,
        coalesce(head.status = 'pending' and head.alone = 1, false) as is_suspect
      from due
      left join lateral (
        select status, alone from ${events} where ordering_key = due.ordering_key and ${isOpen} order by seq limit 1
      ) head on true
      left join lateral (
        select seq from ${events} where ordering_key = due.ordering_key and status = 'processing' limit 1
      ) processing on true
      where due.ordering_key <> all(:running) and (
        processing.seq is null
        or exists (
          select 1 from ${turns} where ordering_key = due.ordering_key and ${isClaimOld} for update skip locked
        )
        or not exists (select 1 from ${turns} where ordering_key = due.ordering_key)
      ) limit :limit`,
    ),
    // Starts an attempt at the first open event of an ordering key, if it is due, a suspect or not as expected, and nobody has
    // the turn. The statement that follows the lock sees whatever was changed under it.
    createFunction(
      `${schema}.claim`,
      { orderingKey: 'text', now: 'bigint', latest: 'bigint', suspect: 'integer', alone: 'integer', claim: 'text' },
      `setof ${events}`,
      `perform ${takeTurnOf(turns)};
      if not found then
        return;
      end if;
      return query
      with head as (
        select seq, status, retry_at, alone from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), claimed as (
        update ${events} e set status = 'processing', attempts = coalesce(e.attempts, 0) + 1, alone = 0
        from head
        where e.seq = head.seq and head.status = 'pending' and head.alone = :suspect
        and (head.retry_at is null or head.retry_at <= :now or head.retry_at > :latest)
        and not exists (
          select 1 from ${events} other where other.ordering_key = :orderingKey and other.status = 'processing'
        )
        and not exists (select 1 from ${schema}.pause where resumed_at is null)
        returning e.*
      ), taken as (
        update ${turns} turn set claim = :claim, claimed_at = clock_timestamp() from claimed
        where turn.ordering_key = :orderingKey
      ), marked as (
        update ${queue} queued set alone = :alone from claimed
        where queued.ordering_key = :orderingKey and queued.alone <> :alone
      )
      select claimed.* from claimed`,
    ),
    // Queues the next open event, unless others came since or one is being attempted. If somebody else has the turn, the key is
    // put off, so that it holds up no others.
    createFunction(
      `${schema}.requeue`,
      { orderingKey: 'text', now: 'bigint' },
      'void',
      `perform ${takeTurnOf(turns)};
      if not found then
        update ${queue} set due_at = :now + ${pauseOfHeldKeyInMs} where ordering_key = :orderingKey and due_at <= :now
        and not exists (select 1 from ${events} where ordering_key = :orderingKey and status = 'processing');
        return;
      end if;
      with head as (
        select retry_at from ${events} where ordering_key = :orderingKey and ${isOpen} order by seq limit 1
      ), seen as (
        select inserts from ${queue} where ordering_key = :orderingKey and not exists (
          select 1 from ${events} where ordering_key = :orderingKey and status = 'processing'
        )
      ), queued as (
        update ${queue} queued set due_at = coalesce(head.retry_at, :now), is_retry = head.retry_at is not null
        from head, seen
        where queued.ordering_key = :orderingKey and queued.inserts = seen.inserts
      )
      delete from ${queue} dequeued using seen
      where dequeued.ordering_key = :orderingKey and dequeued.inserts = seen.inserts and not exists (select 1 from head)`,
    ),
  ].join('\n');
}

/** A function whose body has `:name` for its parameters. */
function createFunction(name: string, parameters: Record<string, string>, returned: string, body: string): string {
  const declared = Object.entries(parameters).map(([parameter, type]) => `given_${parameter} ${type}`);
  return `
    create function ${name}(${declared.join(', ')}) returns ${returned} language plpgsql as $function$
    #variable_conflict use_column
    begin
      ${body.replaceAll(namedParameter, 'given_$1')};
    end $function$;`;
}
