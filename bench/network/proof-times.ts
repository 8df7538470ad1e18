import type { PlaceKey } from "../../src/core/index.ts";
import { fakeStack } from "../../src/testing/fake-item.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";
import { percentiles, round } from "../store/percentiles.ts";
import { type BenchServer, playAll } from "./bench-server.ts";

const GRACE_MS = 750;

interface ProofTimes {
  readonly proofs: number;
  /** From the dispute's opening to the alert, less the grace. */
  readonly beyondGraceP50Ms: number;
  readonly beyondGraceWorstMs: number;
  readonly targetMs: number;
  /** Questions of both servers for one proof and its removal, besides the one a second that each always asks. */
  readonly questionsAProof: number;
}

/** Copies turn up on one server, one after another, while the other server has the originals. */
export async function proofTimes(
  [holder, finder]: readonly [BenchServer, BenchServer],
  proofs: number,
  firstId: number,
  targetMs: number,
): Promise<ProofTimes> {
  const beyond: number[] = [];
  const { sent } = finder.game.outside;
  let questions = 0;
  for (let nth = 0; nth < proofs; nth++) {
    const tag = fakeId(firstId + nth);
    const place: PlaceKey = `block:world:${nth * 2},64,${firstId % 1000}`;
    holder.game.platform.chest(place)[0] = fakeStack("diamond_sword", { tag });
    let isOnRecord = false;
    await playAll(
      [holder, finder],
      (tick) => {
        if (tick % 5 === 0)
          holder.store.custodyOf([tag]).then(
            ([custody]) => {
              isOnRecord ||= custody?.server === holder.name;
            },
            () => undefined,
          );
      },
      () => isOnRecord,
    );
    const told = sent.length;
    const before = counted(holder) + counted(finder);
    finder.askedAt.delete("openDispute");
    finder.game.platform.chest(place)[0] = fakeStack("diamond_sword", { tag });
    let provenMs = 0;
    await playAll(
      [holder, finder],
      () => {
        if (provenMs === 0 && sent.length > told) provenMs = performance.now();
      },
      () => finder.game.platform.chest(place)[0] === undefined,
    );
    questions += counted(holder) + counted(finder) - before;
    beyond.push(provenMs - finder.askedAt.get("openDispute")! - GRACE_MS);
  }
  const { p50, max } = percentiles(beyond);
  return {
    proofs,
    beyondGraceP50Ms: round(p50),
    beyondGraceWorstMs: round(max),
    targetMs,
    questionsAProof: round(questions / proofs),
  };
}

/** Only questions about disputes; the others are asked by time. */
function counted({ asked }: BenchServer): number {
  return (asked.get("openDispute") ?? 0) + (asked.get("changeDispute") ?? 0);
}
