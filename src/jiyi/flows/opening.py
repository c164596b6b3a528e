"""Opening: the engines that the settings name, and the check that the vectors in the store are this model's."""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.errors import EmbedderChanged
from jiyi.flows.copying import check_finished
from jiyi.flows.parts import Parts
from jiyi.flows.recall import Recaller
from jiyi.indexes.engines.blocking import without_credentials
from jiyi.indexes.engines.opening import open_index
from jiyi.indexes.large import LargeUsers
from jiyi.indexes.uses import Uses
from jiyi.indexes.working_set import WorkingSets
from jiyi.language.count import cached, tokenizer
from jiyi.models.opening import open_embedder, open_model, open_reranker
from jiyi.ports import ChatModel, Clock, Embedder, Reranker, Store
from jiyi.settings import Settings
from jiyi.stores.opening import open_store

EMBEDDER = "embedder"  # the note that names the model of the vectors in a store


async def open_parts(
    url: str | None,
    settings: Settings,
    store: Store | None,
    embedder: Embedder | None,
    model: ChatModel | None,
    clock: Clock,
    reranker: Reranker | None = None,
) -> Parts:
    """Open the store and gather what the flows work with. What was opened is closed again when a step fails.

    Engines passed in stay the caller's to close; a store passed in is opened here, and `url` then says where it is.
    """
    owned: list[Embedder | ChatModel | Reranker | Store | LargeUsers] = []
    place = settings.url if url is None and store is None else url
    if store is None:
        store = open_store(str(place), settings.cache_url)
        owned.append(store)
    await store.open()
    try:
        if embedder is None:
            embedder = open_embedder(settings)
            owned.insert(0, embedder)
        await check_finished(store)
        await check_embedder(store, embedder, settings.reembed)
        if model is None and (model := open_model(settings)) is not None:
            owned.insert(0, model)
        if reranker is None and (reranker := open_reranker(settings)) is not None:
            owned.insert(0, reranker)
        sets = WorkingSets(store, settings.recall.cache_bytes, embedder.name)
        if (large := _large_users(settings, place, store, sets, embedder)) is not None:
            owned.insert(0, large)
        uses, counter = Uses(), tokenizer(settings.window.model)
        return Parts(
            store=store,
            embedder=embedder,
            sets=sets,
            recaller=Recaller(
                store=store,
                embedder=embedder,
                sets=sets,
                uses=uses,
                settings=settings,
                clock=clock,
                reranker=reranker,
                large=large,
            ),
            uses=uses,
            tokenizer=counter,
            count=cached(counter.count),
            settings=settings,
            clock=clock,
            model=model,
            large=large,
            url=place,
            owned=tuple(owned),
        )
    except BaseException as error:
        await _close(owned, error)
        raise


def _large_users(
    settings: Settings, place: str | None, store: Store, sets: WorkingSets, embedder: Embedder
) -> LargeUsers | None:
    """The engine for very large users, where one is named and there are vectors for it."""
    index = open_index(settings, place, store.place)
    if index is None or not embedder.dimensions:
        return None
    setting = without_credentials(settings.index)
    return LargeUsers(store, sets, index, embedder.name, settings.recall.index_from, setting)


async def _close(owned: Sequence[Embedder | ChatModel | Reranker | Store | LargeUsers], error: BaseException) -> None:
    """Close what was opened before something did not open, which is `error`."""
    for one in owned:
        try:
            await one.close()
        except Exception as late:  # noqa: BLE001 - why it did not open counts, and the others are closed too
            error.add_note(f"closing {type(one).__name__} failed as well: {late}")


async def check_embedder(store: Store, embedder: Embedder, reembed: bool) -> None:
    """A new store notes its model; another model than the noted one is refused, since the two kinds of vectors
    cannot be compared: results would be wrong without anybody seeing it."""
    noted = await store.note(EMBEDDER)
    if noted is None:
        await store.note(EMBEDDER, embedder.name)
    elif noted != embedder.name and not reembed:
        raise EmbedderChanged(
            f"the vectors in {store.place} were made by {noted!r}, but the settings name {embedder.name!r}. "
            "Nothing was changed. Either set the old embedder again, or run `jiyi reembed` to make them anew"
        )
