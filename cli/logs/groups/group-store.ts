import { readdirSync } from 'node:fs';
import type { CallCounter } from './call-counter.ts';
import { isUnbounded, type GroupKey } from './group-keys.ts';
import { GroupTable } from './group-table.ts';
import { mergeRecords, partitionOf, PARTITIONS, readPartition, SpilledGroups } from './spilled-groups.ts';

/** The bytes of memory of a table from which its groups are moved to the disk. */
const MAX_TABLE_BYTES = 25_165_824;

/** Moves the groups of large tables to the disk. @param name a name that no other counter of the folder has */
export function spillLarge(
  { tables }: CallCounter,
  { folder, name }: { readonly folder: string; readonly name: string },
  maxBytes: number = MAX_TABLE_BYTES,
): void {
  for (const [key, table] of tables) if (table.bytes > maxBytes) new SpilledGroups(folder, `${key}.${name}`).add(table);
}

/** The groups of a table as bytes. */
export function recordsOf(table: GroupTable): Buffer {
  return Buffer.concat([...table.records()].map(({ record }) => record));
}

/** Adds the groups of bytes to a table. */
export function addRecords(table: GroupTable, records: Uint8Array): void {
  mergeRecords(Buffer.from(records.buffer, records.byteOffset, records.byteLength), table);
}

/**
 * The groups of a key, in tables that together contain each group once. A table is valid until the next one is taken.
 * Without spilled groups, it is the table itself.
 */
export function* tablesOf(table: GroupTable, key: GroupKey, folder: string): Generator<GroupTable, void> {
  const spilled = filesOf(folder, key);
  if (spilled.length === 0) {
    yield table;
    return;
  }
  new SpilledGroups(folder, `${key}.rest`).add(table);
  const files = filesOf(folder, key);
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const part = new GroupTable(!isUnbounded(key));
    for (const file of files) if (partitionOf(file) === partition) readPartition(folder, file, part);
    yield part;
  }
}

function filesOf(folder: string, key: GroupKey): string[] {
  return readdirSync(folder).filter((file) => file.slice(file.indexOf('-') + 1).startsWith(`${key}.`));
}
