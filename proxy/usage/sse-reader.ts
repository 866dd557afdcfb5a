import { StringDecoder } from 'node:string_decoder';

/** The longest line that is read of a stream; what is longer tells nothing. */
const MOST_CHARACTERS = 16_777_216;

/**
 * Reads server-sent events as they come in pieces of any size, and tells the data of each line: what is JSON as its value, anything
 * else as its text.
 */
export function createSseReader(onData: (data: unknown) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isSkipping = false;
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isSkipping) readLine(line, onData);
      isSkipping = false;
    }
    if (rest.length > MOST_CHARACTERS) {
      rest = '';
      isSkipping = true;
    }
  };
}

function readLine(line: string, onData: (data: unknown) => void): void {
  if (!line.startsWith('data:')) return;
  const text = line.slice(5).trim();
  if (!text.startsWith('{')) {
    onData(text);
    return;
  }
  try {
    onData(JSON.parse(text));
  } catch {
    // A line that is no JSON says nothing of the usage; its bytes went on as they were.
  }
}
