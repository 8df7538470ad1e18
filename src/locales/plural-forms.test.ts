import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Language } from "../core/config/settings.ts";
import { withoutColours } from "../core/messages/colours.ts";
import { knownTexts } from "../core/messages/known-texts.ts";
import type { PluralKey } from "../core/messages/message-keys.ts";
import { messagesIn } from "../testing/unpublished/english-messages.ts";

/** What follows the number: after 1, after 2 to 4, and after 5 and more. */
type Endings = Readonly<Record<PluralKey, readonly [one: string, few: string, many: string]>>;

const RUSSIAN: Endings = {
  "alerts.more-items": ["предмет)", "предмета)", "предметов)"],
  "alerts.more-places": ["место", "места", "мест"],
  "notices.first-ids": ["предмет получил", "предмета получили", "предметов получили"],
  "notices.first-ids-of-nobody": ["предмет в", "предмета в", "предметов в"],
  "times.seconds": ["с назад", "с назад", "с назад"],
  "times.minutes": ["мин назад", "мин назад", "мин назад"],
  "times.hours": ["ч назад", "ч назад", "ч назад"],
  "times.days": ["день назад", "дня назад", "дней назад"],
  "places.copies": ["копия", "копии", "копий"],
  "commands.scan.done": ["отслеживаемый предмет", "отслеживаемых предмета", "отслеживаемых предметов"],
  "commands.case.more-items": ["предмет", "предмета", "предметов"],
  "commands.case.more-transfers": ["", "", ""],
  "commands.case.quarantined": [
    "предмет в карантине, его можно",
    "предмета в карантине, их можно",
    "предметов в карантине, их можно",
  ],
  "commands.tp.no-such-place": ["место", "места", "мест"],
  "commands.reissue.would": ["предмет здесь", "предмета здесь", "предметов здесь"],
  "commands.reissue.reissuing": ["предмет получает", "предмета получают", "предметов получают"],
  "commands.reissue.reissued": ["предмет получил", "предмета получили", "предметов получили"],
  "commands.remove.started": ["предмета", "предметов", "предметов"],
  "commands.restore.now": [
    "предмет сейчас возвращается",
    "предмета сейчас возвращаются",
    "предметов сейчас возвращаются",
  ],
  "commands.restore.later": ["предмет вернётся", "предмета вернутся", "предметов вернутся"],
  "commands.restore.undecided": ["предмет ждёт", "предмета ждут", "предметов ждут"],
  "notices.open-cases": ["открытое дело", "открытых дела", "открытых дел"],
  "commands.restore-since.would": ["предмет вернулся", "предмета вернулись", "предметов вернулись"],
  "commands.restore-since.nobody": ["предмет", "предмета", "предметов"],
  "commands.reload.complaints": ["ошибка", "ошибки", "ошибок"],
  "story.more": ["способом", "способами", "способами"],
  "story.trick-times": ["раз", "раза", "раз"],
  "story.trick-players": ["игрока", "игроков", "игроков"],
  "forms.cases.text": ["дело", "дела", "дел"],
  "report.count.transfers": ["перемещение", "перемещения", "перемещений"],
  "report.count.players": ["игрок", "игрока", "игроков"],
  "report.count.items": ["предмет", "предмета", "предметов"],
  "report.count.cases": ["дело", "дела", "дел"],
  "report.count.entries": ["запись", "записи", "записей"],
  "report.count.hand-overs": ["передача", "передачи", "передач"],
  "report.case.copies-seen": ["копия одного", "копии одного", "копий одного"],
  "report.case.many-taken": ["копия", "копии", "копий"],
  "report.case.many-given-back": ["", "", ""],
};

const POLISH: Endings = {
  "alerts.more-items": ["przedmiot)", "przedmioty)", "przedmiotów)"],
  "alerts.more-places": ["miejsce", "miejsca", "miejsc"],
  "notices.first-ids": ["przedmiot otrzymał", "przedmioty otrzymały", "przedmiotów otrzymało"],
  "notices.first-ids-of-nobody": ["przedmiot w", "przedmioty w", "przedmiotów w"],
  "times.seconds": ["s temu", "s temu", "s temu"],
  "times.minutes": ["min temu", "min temu", "min temu"],
  "times.hours": ["godz. temu", "godz. temu", "godz. temu"],
  "times.days": ["dzień temu", "dni temu", "dni temu"],
  "places.copies": ["kopia", "kopie", "kopii"],
  "commands.scan.done": ["śledzony przedmiot", "śledzone przedmioty", "śledzonych przedmiotów"],
  "commands.case.more-items": ["przedmiot", "przedmioty", "przedmiotów"],
  "commands.case.more-transfers": ["", "", ""],
  "commands.case.quarantined": ["przedmiot jest", "przedmioty są", "przedmiotów jest"],
  "commands.tp.no-such-place": ["miejsce", "miejsca", "miejsc"],
  "commands.reissue.would": ["przedmiot tutaj", "przedmioty tutaj", "przedmiotów tutaj"],
  "commands.reissue.reissuing": ["przedmiot dostaje", "przedmioty dostają", "przedmiotów dostaje"],
  "commands.reissue.reissued": ["przedmiot dostał", "przedmioty dostały", "przedmiotów dostało"],
  "commands.remove.started": ["przedmiotu", "przedmiotów", "przedmiotów"],
  "commands.restore.now": ["przedmiot wraca", "przedmioty wracają", "przedmiotów wraca"],
  "commands.restore.later": ["przedmiot wróci", "przedmioty wrócą", "przedmiotów wróci"],
  "commands.restore.undecided": ["przedmiot czeka", "przedmioty czekają", "przedmiotów czeka"],
  "notices.open-cases": ["otwarta sprawa", "otwarte sprawy", "otwartych spraw"],
  "commands.restore-since.would": ["przedmiot wróciłby", "przedmioty wróciłyby", "przedmiotów wróciłoby"],
  "commands.restore-since.nobody": ["przedmiot", "przedmioty", "przedmiotów"],
  "commands.reload.complaints": ["błąd", "błędy", "błędów"],
  "story.more": ["innym sposobem", "innymi sposobami", "innymi sposobami"],
  "story.trick-times": ["raz", "razy", "razy"],
  "story.trick-players": ["gracza", "graczy", "graczy"],
  "forms.cases.text": ["sprawa jest otwarta", "sprawy są otwarte", "spraw jest otwartych"],
  "report.count.transfers": ["przeniesienie", "przeniesienia", "przeniesień"],
  "report.count.players": ["gracz", "gracze", "graczy"],
  "report.count.items": ["przedmiot", "przedmioty", "przedmiotów"],
  "report.count.cases": ["sprawa", "sprawy", "spraw"],
  "report.count.entries": ["wpis", "wpisy", "wpisów"],
  "report.count.hand-overs": ["przekazanie", "przekazania", "przekazań"],
  "report.case.copies-seen": ["kopię jednego", "kopie jednego", "kopii jednego"],
  "report.case.many-taken": ["kopię", "kopie", "kopii"],
  "report.case.many-given-back": ["", "", ""],
};

describe("plural forms", () => {
  it("are right in Russian: 21 is like 1, 22 is like 2, 11 and 12 are like 5", () => {
    const forms = { 1: 0, 21: 0, 101: 0, 2: 1, 22: 1, 0: 2, 5: 2, 11: 2, 12: 2, 111: 2 } as const;
    assertEndings("ru", RUSSIAN, forms);
  });

  it("are right in Polish: 21 is like 5, 22 is like 2", () => {
    const forms = { 1: 0, 2: 1, 22: 1, 0: 2, 5: 2, 11: 2, 12: 2, 21: 2, 101: 2 } as const;
    assertEndings("pl", POLISH, forms);
  });

  it("are right in German, Spanish and Portuguese, for a million too", () => {
    const days = (language: Language) =>
      [1, 2, 21, 1_000_000].map((count) => messagesIn(language).plural("times.days", { count }));
    assert.deepEqual(days("de"), ["vor 1 Tag", "vor 2 Tagen", "vor 21 Tagen", "vor 1000000 Tagen"]);
    assert.deepEqual(days("es"), ["hace 1 día", "hace 2 días", "hace 21 días", "hace 1000000 días"]);
    assert.deepEqual(days("pt_BR"), ["há 1 dia", "há 2 dias", "há 21 dias", "há 1000000 dias"]);
  });
});

/** `forms` says for each number which of the endings must follow it. */
function assertEndings(language: Language, endings: Endings, forms: Readonly<Record<number, 0 | 1 | 2>>): void {
  const messages = messagesIn(language);
  for (const [key, words] of Object.entries(endings) as [PluralKey, Endings[PluralKey]][]) {
    for (const [count, form] of Object.entries(forms)) {
      const values = { ...marked(key), count: Number(count) };
      const text = withoutColours(messages.plural(key, values as never));
      const expected = `${count} ${words[form]}`.trimEnd();
      const at = text.indexOf(expected);
      assert.ok(at >= 0, `${language} ${key} with ${count}: "${expected}" expected in "${text}"`);
      assert.doesNotMatch(
        text.slice(at + expected.length),
        /^\p{Letter}/u,
        `${language} ${key} with ${count}: ${text}`,
      );
    }
  }
}

function marked(key: PluralKey): Record<string, string> {
  return Object.fromEntries(
    knownTexts()
      .plurals.get(key)!
      .map((name) => [name, `<${name}>`]),
  );
}
