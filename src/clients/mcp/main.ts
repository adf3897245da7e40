#!/usr/bin/env node
/**
 * Entry point of the MCP server: serves its tools on standard input and output for the service and key that the environment
 * names.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server.ts';

const { SERVICE_URL = 'http://localhost:8787', API_KEY, API_SECRET } = process.env;
if (!API_KEY || !API_SECRET) {
  process.stderr.write('API_KEY and API_SECRET have to be set: a key of the service, and its secret.\n');
  process.exit(2);
}
await createServer(SERVICE_URL, API_KEY, API_SECRET).connect(new StdioServerTransport());
