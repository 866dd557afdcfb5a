import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { openStreamJournal } from '../../../journal/stream/open-stream-journal.ts';
import { startNatsServers } from '../../../testing/engines/nats-servers.ts';
import { describeJournalContract } from '../../../testing/journal/journal-contract.ts';
import { makeTestStream } from '../../../testing/journal/make-test-stream.ts';

describeJournalContract('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-journal-'));
  return Promise.resolve({
    open: () => openFileJournal(folder),
    // No server or process stores it.
    disturb: () => Promise.resolve(),
    close() {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});

describeJournalContract('a stream', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-stream-'));
  const servers = await startNatsServers(folder);
  const address = await makeTestStream(`${servers.url}/traffic`);
  return {
    open: () => openStreamJournal(address),
    async disturb() {
      await servers.kill();
      await servers.start();
    },
    async close() {
      await servers.stop();
      rmSync(folder, { recursive: true });
    },
  };
});
