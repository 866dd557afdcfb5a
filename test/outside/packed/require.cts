import client = require('@truetally/client');

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const list = async () => {
  const names: string[] = [];
  for await (const { name } of client.createTruetallyClient(JSON.parse(process.argv[2] ?? '')).reports.list()) {
    names.push(name);
  }
  process.stdout.write(JSON.stringify(names));
};
void list();
