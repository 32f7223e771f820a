-- Maybe and its instances are in Haskell's Prelude.
module Main (main) where

import Control.Monad (unless)
import Text.Read (readMaybe)

parseNumber :: String -> Maybe Double
parseNumber text = do
  n <- readMaybe text
  if isNaN n || isInfinite n then Nothing else Just n

reciprocal :: Double -> Maybe Double
reciprocal n = if n == 0 then Nothing else Just (1 / n)

safeSqrt :: Double -> Maybe Double
safeSqrt n = if n < 0 then Nothing else Just (sqrt n)

compute :: String -> Maybe Double
compute text = do
  n <- parseNumber text
  r <- reciprocal n
  safeSqrt r

-- What the compiler makes of the do-block.
desugared :: String -> Maybe Double
desugared text =
  parseNumber text >>= \n -> reciprocal n >>= \r -> safeSqrt r

main :: IO ()
main = do
  let inputs = ["4", "0", "-4", "hey", ""]
      answers = [Just 0.5, Nothing, Nothing, Nothing, Nothing]
  unless (map compute inputs == answers) $
    error "compute gives a wrong answer"
  unless (map desugared inputs == map compute inputs) $
    error "the do-block and its translation differ"
