import { createManagementClient, type JudgeReading, ManagementProblemError } from '@truetally/client/management';

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const [, , baseUrl = '', token = ''] = process.argv;
const client = createManagementClient({ baseUrl, token });
const [judge]: readonly JudgeReading[] = (await client.judges.list()).data.subjects;
const refused = await client.judges
  .history('made-up')
  .catch((error: unknown) => (error instanceof ManagementProblemError ? [error.status, error.code] : String(error)));
process.stdout.write(JSON.stringify({ judge: judge?.subject.judge_id, refused }));
