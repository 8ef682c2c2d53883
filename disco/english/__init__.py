"""Operations on English trees and words: clauses, phrases, names; facts from rules/english.yaml."""
