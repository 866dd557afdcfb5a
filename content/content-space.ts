import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentRefused } from '../contracts/ingest/events/captured-content.ts';
import { fairShare } from '../domain/kernel/fair-share.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { addToTally, beginTally, bytesOnDisk, readTallies } from './content-tallies.ts';

/** The limits of stored content. */
export interface ContentLimits {
  /** Bytes of all workspaces together. */
  readonly maxBytes: number;
  /** Free bytes of the disk that holds content. */
  readonly minFreeBytes: number;
}

/** Milliseconds for which figures are valid that other processes add to; a disk takes some gigabytes in that time. */
const HOLDS_MS = 10_000;
/** Measuring takes no more than this part of the time. */
const MEASURING_SHARE = 20;

/** Days whose tally is known to be there; one that is forgotten is looked for again. */
const MAX_BEGUN = 10_000;

/**
 * Bounds what lies in a folder of content that several processes write into: in all, for a workspace, for a day of a
 * workspace, and by what must stay free of the disk. What is there keeps its place until its time is over; new content
 * is refused where there is no room for it.
 */
export class ContentSpace {
  readonly #root: string;
  readonly #limits: ContentLimits;
  readonly #clock: Clock;
  readonly #begun = new Set<string>();
  readonly #counted = new Map<string, number>();
  #workspaces = new Map<string, WorkspaceTally>();
  #bytes = 0;
  #measuring: Promise<void> | undefined;
  #measured: { readonly atMs: number; readonly holdsMs: number } | undefined;

  constructor(root: string, limits: ContentLimits, clock: Clock) {
    this.#root = root;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Bytes that are kept in all, as far as this process knows; undefined before it has measured. */
  get bytes(): number | undefined {
    return this.#measured && this.#bytes;
  }

  get maxBytes(): number {
    return this.#limits.maxBytes;
  }

  /** @throws ContentRefused where a file of so many bytes has no room */
  async require(workspace: string, day: string, bytes: number): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.#root);
    if (bavail * bsize < this.#limits.minFreeBytes) throw new ContentRefused('disk_full');
    await this.#measure();
    const size = bytesOnDisk(bytes);
    const { bytes: ofWorkspace = 0, days } = this.#workspaces.get(workspace) ?? {};
    const ofDay = days?.get(day) ?? 0;
    const { maxBytes } = this.#limits;
    if (this.#bytes + size > maxBytes) throw new ContentRefused('store_full');
    const share = fairShare(maxBytes, this.#bytes - ofWorkspace);
    if (ofWorkspace + size > share) throw new ContentRefused('workspace_full');
    // A flood of one day leaves half of what the workspace may have to the days to come.
    if (ofDay + size > fairShare(share, ofWorkspace - ofDay, 1)) throw new ContentRefused('day_full');
    await this.#begin(join(this.#root, workspace, day));
  }

  /** Counts a file that was written. */
  async add(workspace: string, day: string, bytes: number): Promise<void> {
    await addToTally(join(this.#root, workspace, day), bytes);
    const size = bytesOnDisk(bytes);
    const tally = this.#workspaces.get(workspace) ?? { bytes: 0, days: new Map<string, number>() };
    this.#workspaces.set(workspace, tally);
    tally.days.set(day, (tally.days.get(day) ?? 0) + size);
    tally.bytes += size;
    this.#bytes += size;
  }

  async #begin(dayFolder: string): Promise<void> {
    if (this.#begun.has(dayFolder)) return;
    await beginTally(dayFolder);
    if (this.#begun.size === MAX_BEGUN) this.#begun.clear();
    this.#begun.add(dayFolder);
  }

  /** The first waits for the figures; later ones are renewed while those that are known are gone by. */
  async #measure(): Promise<void> {
    if (this.#measured !== undefined) {
      const age = this.#clock.now().getTime() - this.#measured.atMs;
      // A clock that was set back says nothing of their age.
      if (age >= 0 && age < this.#measured.holdsMs) return;
    }
    this.#measuring ??= this.#read().finally(() => (this.#measuring = undefined));
    if (this.#measured === undefined) await this.#measuring;
    else this.#measuring.catch(() => undefined);
  }

  async #read(): Promise<void> {
    const begunMs = this.#clock.now().getTime();
    const tallies = await readTallies(this.#root, this.#counted);
    const atMs = this.#clock.now().getTime();
    this.#workspaces = new Map([...tallies].map(([workspace, days]) => [workspace, { bytes: sum(days), days }]));
    this.#bytes = [...this.#workspaces.values()].reduce((bytes, tally) => bytes + tally.bytes, 0);
    this.#measured = { atMs, holdsMs: Math.max(HOLDS_MS, (atMs - begunMs) * MEASURING_SHARE) };
  }
}

/** The bytes of a workspace, in total and by day. */
interface WorkspaceTally {
  bytes: number;
  readonly days: Map<string, number>;
}

function sum(days: ReadonlyMap<string, number>): number {
  let bytes = 0;
  for (const ofDay of days.values()) bytes += ofDay;
  return bytes;
}
