import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupTable } from './group-table.ts';

/** The number of partitions, a power of two. */
export const PARTITIONS = 64;
const HASH_BITS = 32;
const PARTITION_BITS = Math.log2(PARTITIONS);
const READ_BYTES = 4_194_304;

/**
 * Groups on disk, in partitions by the hash of their key. All records of a group are in one partition, so a partition
 * can be read alone.
 */
export class SpilledGroups {
  readonly #folder: string;
  readonly #name: string;

  /** @param name a name that no other spill of the folder has */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Moves all groups of a table to the disk. */
  add(table: GroupTable): void {
    const pieces = Array.from({ length: PARTITIONS }, (): Buffer[] => []);
    for (const { hash, record } of table.records()) pieces[hash >>> (HASH_BITS - PARTITION_BITS)]?.push(record);
    for (const [partition, records] of pieces.entries()) {
      if (records.length === 0) continue;
      const file = openSync(partitionPath(this.#folder, partition, this.#name), 'a', 0o600);
      try {
        writeSync(file, Buffer.concat(records));
      } finally {
        closeSync(file);
      }
    }
    table.clear();
  }
}

function partitionPath(folder: string, partition: number, name: string): string {
  return join(folder, `${partition}-${name}`);
}

/** Adds the records of a partition's file to a table. */
export function readPartition(folder: string, fileName: string, table: GroupTable): void {
  const file = openSync(join(folder, fileName), 'r');
  try {
    const { size } = fstatSync(file);
    let rest: Buffer = Buffer.alloc(0);
    for (let position = 0; position < size;) {
      const piece = Buffer.allocUnsafe(rest.length + Math.min(READ_BYTES, size - position));
      rest.copy(piece);
      position += readSync(file, piece, rest.length, piece.length - rest.length, position);
      rest = piece.subarray(mergeRecords(piece, table));
    }
  } finally {
    closeSync(file);
  }
}

/** Adds complete records to a table. @returns the bytes of the complete records */
export function mergeRecords(records: Buffer, table: GroupTable): number {
  let at = 0;
  while (at + 4 <= records.length && at + records.readUInt32LE(at) <= records.length) at += table.merge(records, at);
  return at;
}

/** The partition of a file of a spill. */
export function partitionOf(fileName: string): number {
  return Number(fileName.slice(0, fileName.indexOf('-')));
}
