import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The given words that occur anywhere in the files of a folder: as UTF-8, as UTF-16, or within base64. */
export function textInFiles(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
  return words.filter((word) => files.some((bytes) => formsOf(word).some((form) => bytes.includes(form))));
}

function formsOf(word: string): Buffer[] {
  const utf16 = Buffer.from(word, 'utf16le');
  return [Buffer.from(word), utf16, Buffer.from(utf16).swap16(), ...base64FormsOf(word)];
}

/**
 * The base64 forms of a word at each of its three possible alignments, without the characters that its neighbours
 * affect.
 */
function base64FormsOf(word: string): Buffer[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('.'.repeat(before) + word).toString('base64');
    const whole = Math.floor(((before + word.length) * 8) / 6);
    return Buffer.from(encoded.slice(Math.ceil((before * 8) / 6), whole));
  });
}
