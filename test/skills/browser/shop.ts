import { bodyOf, serve, type LoopbackServer } from '../loopback-server.ts';

export interface Shop extends LoopbackServer {
  /** Orders that were sent, as form fields. */
  orders: Record<string, string>[];
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;

const front = page(
  'Shop',
  `<main><h1>Shop</h1><p id="state">loading</p></main>
  <a href="/list">Our list</a> <a href="/price-list" download>Price list</a>
  <form action="/order" method="post">
    <label>Name <input name="name" required></label>
    <label>Size <select name="size"><option>S</option><option>M</option></select></label>
    <label><input type="checkbox" name="agreed"> I agree</label>
    <label>Password <input type="password" name="password"></label>
    <button>Order</button>
  </form>
  <script>setTimeout(() => { state.textContent = 'Open for orders'; state.className = 'ready'; }, 200)</script>`,
);

const rows = (from: number) => [1, 2].map((n) => `<tr><td>${from + n}</td><td>Item ${from + n}</td></tr>`).join('');
const table = (from: number, next: string) => page('List', `<table><tbody>${rows(from)}</tbody></table>${next}`);

const pages: Record<string, string> = {
  '/': front,
  '/list': table(0, '<a href="/list/2">Next</a>'),
  '/list/2': table(2, ''),
};

/** A web shop on loopback: a page that scripts finish, a form, a list over two pages, a download. */
export async function openShop(): Promise<Shop> {
  const orders: Record<string, string>[] = [];
  const server = await serve(async (request, response) => {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.method === 'POST' && request.url === '/order') {
      orders.push(Object.fromEntries(new URLSearchParams(await bodyOf(request))));
      send(200, 'text/html', page('Ordered', `<p>Thank you, order ${orders.length}.</p>`));
    } else if (request.url === '/price-list') {
      response.setHeader('content-disposition', 'attachment; filename="prices.csv"');
      send(200, 'text/csv', 'item,cents\n1,1999\n');
    } else {
      const found = pages[request.url ?? ''];
      send(found === undefined ? 404 : 200, 'text/html', found ?? page('Not found', '<p>No such page.</p>'));
    }
  });
  return { ...server, orders };
}
