import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentRefused } from '../contracts/ingest/events/captured-content.ts';
import { fairShare } from '../domain/kernel/fair-share.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { addToTally, createTally, bytesOnDisk, readTallies } from './content-tallies.ts';

/** The limits of stored content. */
export interface ContentLimits {
  /** Maximum bytes of all workspaces together. */
  readonly maxBytes: number;
  /** Minimum free bytes of the disk that holds content. */
  readonly minFreeBytes: number;
}

/**
 * Minimum milliseconds for which a measurement is valid. Other processes add content meanwhile: a few gigabytes at
 * most.
 */
const HOLDS_MS = 10_000;
/** The factor by which a measurement stays valid longer than it took: measuring uses at most 1/20 of the time. */
const MEASURING_SHARE = 20;

/** Maximum number of days remembered as having a tally. A forgotten day is checked again. */
const MAX_BEGUN = 10_000;

/**
 * Limits the content in a folder that several processes write to: in total, per workspace, per day of a workspace, and
 * by the free space of the disk. Stored content stays until it expires. New content is refused if it exceeds a limit.
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

  /** Bytes that are stored in total, as far as this process knows; undefined before the first measurement. */
  get bytes(): number | undefined {
    return this.#measured && this.#bytes;
  }

  get maxBytes(): number {
    return this.#limits.maxBytes;
  }

  /**
   * Checks that a file of this size fits into all limits.
   *
   * @throws ContentRefused if it does not fit
   */
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
    // One day may use at most half of the workspace's share: a flood leaves the rest to later days.
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
    await createTally(dayFolder);
    if (this.#begun.size === MAX_BEGUN) this.#begun.clear();
    this.#begun.add(dayFolder);
  }

  /**
   * Measures if the figures have expired. The first call waits for the measurement; later calls refresh in the
   * background and use the old figures meanwhile.
   */
  async #measure(): Promise<void> {
    if (this.#measured !== undefined) {
      const age = this.#clock.now().getTime() - this.#measured.atMs;
      // If the clock was set back, the age is unknown: measure again.
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
