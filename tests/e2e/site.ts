import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
};

/** A plain file server that sends only the content type; the site is in one of its folders. */
export class Site {
  private server: Server | null = null;
  private port = 0;
  /** Files that differ from the disk: another text, or null for a missing file. */
  changes = new Map<string, string | null>();
  requests: string[] = [];
  /** Accepts requests and never answers. */
  silent = false;

  constructor(
    private readonly root: string,
    private readonly folder = '/course/slipstick/',
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}${this.folder}`;
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const name = pathname.slice(this.folder.length).replace(/(^|\/)$/, '$1index.html');
      this.requests.push(name);
      if (this.silent) return;
      const path = join(this.root, name);
      const change = this.changes.get(name);
      if (
        !pathname.startsWith(this.folder) ||
        change === null ||
        (change === undefined && !(existsSync(path) && statSync(path).isFile()))
      ) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream' });
      if (change === undefined) createReadStream(path).pipe(response);
      else response.end(change);
    });
    const { server } = this;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  }
}
