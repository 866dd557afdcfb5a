import { createServer } from 'node:http';

/** A provider that answers at once, with an answer of 900 bytes. Its port is what it is started with. */
const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'gpt-5-mini',
    choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(650) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 },
  }),
);
const HEAD = { 'content-type': 'application/json', 'content-length': ANSWER.length };

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, HEAD).end(ANSWER));
}).listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
