// For each line on standard input: from the bytes of the file to the bytes of the request that pi-ai would send to Anthropic, and
// tells the seconds that it took, by the clock and of the processor (the main thread's; what threads of the collector do beside it is not in that). `node pi_ai.mjs NODE_MODULES FILE chat|own`: `chat` are Chat messages, made into pi-ai's own by `fromChat`,
// `own` is what pi-ai keeps itself. The request is taken from `onPayload`, which throws, so that nothing is sent.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const [modules, file, form] = process.argv.slice(2);
const home = path.resolve(modules, '@mariozechner/pi-ai');
const tell = (answer) => console.log(JSON.stringify(answer));
const text = (words) => ({ type: 'text', text: words });
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
const made = { api: 'openai-completions', provider: 'openai', model: 'gpt-4.1', usage, timestamp: 0 };

// By the clock where the system does not tell.
function processor() {
  const found = '/proc/self/schedstat';
  return fs.existsSync(found) ? Number(fs.readFileSync(found, 'latin1').split(' ')[0]) / 1e9 : performance.now() / 1e3;
}

function fromChat(chat) {
  const names = new Map();
  const call = ({ id, function: { name, arguments: given } }) => {
    names.set(id, name);
    return { type: 'toolCall', id, name, arguments: JSON.parse(given) };
  };
  const readers = {
    user: ({ content }) => ({ role: 'user', content, timestamp: 0 }),
    assistant: ({ content, tool_calls: calls = [] }) => {
      return { role: 'assistant', content: [text(content), ...calls.map(call)], ...made, stopReason: calls.length ? 'toolUse' : 'stop' };
    },
    tool: ({ tool_call_id: toolCallId, content }) => {
      return { role: 'toolResult', toolCallId, toolName: names.get(toolCallId) ?? 'unknown', content: [text(content)], isError: false, timestamp: 0 };
    },
  };
  const [system, ...rest] = chat;
  return { systemPrompt: system.content, messages: rest.map((message) => readers[message.role](message)) };
}

async function load() {
  const { streamAnthropic } = await import(pathToFileURL(path.join(home, 'dist/providers/anthropic.js')));
  const { getModel } = await import(pathToFileURL(path.join(home, 'dist/models.js')));
  const model = getModel('anthropic', 'claude-opus-4-6');
  const read = form === 'chat' ? fromChat : (messages) => ({ messages });
  return async (data) => {
    const context = read(JSON.parse(data));
    let request;
    const onPayload = (payload) => {
      request = payload;
      throw new Error('not to be sent');
    };
    const answer = await streamAnthropic(model, context, { apiKey: 'none', onPayload }).result();
    if (!request) throw new Error(answer.errorMessage);
    return Buffer.from(JSON.stringify(request));
  };
}

const data = fs.readFileSync(file);
try {
  const job = await load();
  await job(data);
  tell({ version: JSON.parse(fs.readFileSync(path.join(home, 'package.json'))).version });
  for await (const _ of readline.createInterface({ input: process.stdin })) {
    const [start, clock] = [processor(), performance.now()];
    await job(data);
    tell({ processor: processor() - start, clock: (performance.now() - clock) / 1e3 });
  }
} catch (error) {
  tell({ missing: String(error.message).split('\n')[0] });
}
