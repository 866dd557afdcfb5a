import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import {
  MANIFEST_FILE,
  type BackupEntry,
  type BackupEnd,
  type BackupHeader,
  type BackupPart,
} from './backup-format.ts';
import { copyFile } from './copy-file.ts';
import { walkFolder } from './walk-folder.ts';

/** A writer of files into the folder of a backup, with a line of the manifest for each. */
export class BackupWriter {
  readonly #folder: string;
  readonly #manifest: WriteStream;
  readonly #hash = createHash('sha256');
  readonly #report: (files: number, bytes: number) => void;
  #files = 0;
  #bytes = 0;

  /** @param report receives the numbers of files and bytes so far, after each file */
  constructor(folder: string, header: BackupHeader, report: (files: number, bytes: number) => void) {
    this.#folder = folder;
    this.#report = report;
    this.#manifest = createWriteStream(join(folder, MANIFEST_FILE), { flags: 'wx', mode: 0o600, flush: true });
    // The next write or `end` reports the error; without a listener, it would end the process.
    this.#manifest.on('error', () => undefined);
    this.#line(header);
  }

  /** Copies a folder as a part, or into one. It omits files that disappear during the copy. */
  async addFolder(source: string, target: string, isExcluded?: (path: string) => boolean): Promise<void> {
    await this.makeFolder(target);
    for await (const { path, kind } of walkFolder(source, isExcluded)) {
      if (kind === 'folder') await this.makeFolder(join(target, path));
      else await this.addFile(join(source, path), join(target, path));
    }
  }

  async makeFolder(path: string): Promise<void> {
    mkdirSync(join(this.#folder, path), { recursive: true, mode: 0o700 });
    await this.#write({ folder: path });
  }

  async addFile(source: string, path: string): Promise<void> {
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true, mode: 0o700 });
    const copied = await copyFile(source, join(this.#folder, path));
    if (copied !== undefined) await this.#count(path, copied.bytes, copied.sha256);
  }

  /** Writes a file with the given text. */
  async addText(path: BackupPart | `postgres/${string}`, text: string): Promise<void> {
    const file = createWriteStream(join(this.#folder, path), { flags: 'wx', mode: 0o600, flush: true });
    file.end(text);
    await finished(file);
    await this.#count(path, Buffer.byteLength(text), createHash('sha256').update(text).digest('hex'));
  }

  /** Writes the last line of the manifest, and returns its content. */
  async end(): Promise<BackupEnd> {
    const end = { files: this.#files, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
    this.#manifest.end(`${JSON.stringify(end)}\n`);
    await finished(this.#manifest);
    return end;
  }

  /** Closes the manifest of a backup that failed. */
  abandon(): void {
    this.#manifest.destroy();
  }

  async #count(file: string, bytes: number, sha256: string): Promise<void> {
    this.#files += 1;
    this.#bytes += bytes;
    this.#report(this.#files, this.#bytes);
    await this.#write({ file, bytes, sha256 });
  }

  async #write(entry: BackupEntry): Promise<void> {
    const { errored } = this.#manifest;
    if (errored !== null) throw errored;
    if (!this.#line(entry)) await once(this.#manifest, 'drain');
  }

  /** Writes a line of the manifest. Returns false while the writer should wait for the disk. */
  #line(content: BackupHeader | BackupEntry): boolean {
    const line = `${JSON.stringify(content)}\n`;
    this.#hash.update(line);
    return this.#manifest.write(line);
  }
}
