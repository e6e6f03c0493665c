import { expect, test } from "@jest/globals";
import { NO_ENGINE } from "../../../../sdk/src/cli/reader";
import { Lists } from "../../../../sdk/src/doors/plugin/list";
import { struct } from "../../../../sdk/src/doors/plugin/values";
import type { AnyResource } from "../../../../sdk/src/operation/resource";
import { ResourceProvider } from "../../../../sdk/src/provider/provider";
import { Session } from "../../../../sdk/src/provider/session";
import { messages } from "../../../../sdk/src/pulumi/internals/protocol";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { useCleanup } from "../../../support/handler-setup";
import { KEY, startPlatform } from "../../../support/platform";
import { settingsOf } from "../../../support/settings";

// The pages of a list, as the protocol of providers has them. tests/engine/do has lists with the real CLI.

const { closeLater } = useCleanup();
const PLACE = { projectId: 1, regionId: 2 };

/** The pages of the list of routers of a platform with this number of them. */
async function listing(count: number) {
  const platform = closeLater(await startPlatform());
  const ids = Array.from({ length: count }, () => platform.routers.add({ ...PLACE, name: "edge" }).id);
  const provider = new ResourceProvider(handler as AnyResource, new Session({ engine: NO_ENGINE }));
  provider.configure(settingsOf({ baseUrl: platform.url, apiKey: KEY }));
  const lists = new Lists(
    () => provider,
    () => {},
  );
  const page = async (options: { limit?: number; size?: number; next?: string; query?: JsonObject } = {}) => {
    const request = new messages.ListRequest().setToken("cloudplatform:index:Router");
    request.setLimit(options.limit ?? 0).setPageSize(options.size ?? 0);
    request.setContinuationToken(options.next ?? "").setQuery(struct(options.query ?? PLACE));
    const responses = await lists.page(request);
    return {
      ids: responses.flatMap((response) => response.getResult()?.getId() ?? []),
      next: responses.at(-1)?.getContinuation()?.getContinuationToken(),
      isUnknown: responses.some((response) => response.hasComputed()),
    };
  };
  return { platform, page, ids: ids.map((id) => `1/2/${id}`) };
}

test("without a limit and a page size, a page has the whole list", async () => {
  const { page, ids } = await listing(3);
  expect(await page()).toEqual({ ids, next: undefined, isUnknown: false });
});

test("a list with a name has the objects with this name", async () => {
  const { platform, page, ids } = await listing(2);
  platform.routers.add({ ...PLACE, name: "other" });
  expect((await page({ query: { ...PLACE, name: "edge" } })).ids).toEqual(ids);
});

test("pages follow each other, and are of the same list, which is read once", async () => {
  const { platform, page, ids } = await listing(5);
  const first = await page({ size: 2 });
  platform.routers.add({ ...PLACE, name: "new" });
  const second = await page({ size: 2, ...(first.next && { next: first.next }) });
  const third = await page({ size: 2, ...(second.next && { next: second.next }) });
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids);
  expect(third.next).toBeUndefined();
  expect(platform.requests.filter(({ path }) => path.startsWith("/cloud/v1/routers"))).toHaveLength(1);
});

test("all pages together have no more objects than the limit", async () => {
  const { page, ids } = await listing(5);
  const first = await page({ size: 2, limit: 3 });
  const second = await page({ size: 2, limit: 3, ...(first.next && { next: first.next }) });
  expect([first.ids, second]).toEqual([ids.slice(0, 2), { ids: ids.slice(2, 3), isUnknown: false }]);
});
